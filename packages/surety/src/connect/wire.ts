import type { Incoming, Message } from './incoming.ts'

/** Carries messages to one server; how they travel is its own affair. */
export interface Wire {
  /** Hands a message over; settles once it is on its way, and never rejects. */
  readonly send: (outgoing: Outgoing) => Promise<void>
  /** Nobody waits for this request any more. */
  readonly abandon: (id: number) => void
  readonly close: () => Promise<void>
}

/** An answer that is awaited. */
export interface Request {
  readonly id: number
  readonly maxBytes: number
  /** Of the tool that is called, as far as it is known: some of its input travels twice. */
  readonly inputSchema: unknown
}

export interface Outgoing {
  /** Undefined for what needs no answer. */
  readonly request: Request | undefined
  readonly message: Message
  /** The message as it is sent. */
  readonly text: string
}

/** What a wire may know of something it heard. */
export interface Circumstances {
  /** The request whose answer it is or comes along with. */
  readonly about?: number | undefined
  /** When it began, if that took its time. */
  readonly since?: number | undefined
}

/** Where a wire tells what it heard. */
export interface Listener {
  /** The protocol version that was agreed on, once it was. */
  readonly version: string | undefined
  /** The longest message anybody waits for. */
  readonly maxBytes: number
  readonly hear: (incoming: Incoming, circumstances?: Circumstances) => void
  /** This request will get no answer. */
  readonly fail: (id: number, failure: Failure) => void
  /** Nothing more will ever be heard. */
  readonly end: (reason: string) => void
  readonly awaits: (id: number) => boolean
}

export type Failure =
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'oversize'; readonly bytes: number }
