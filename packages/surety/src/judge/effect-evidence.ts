import type { FileChange, Json } from '@surety/tool-contracts/tools'

export type Effect = FileEffect | ConnectEffect | ProcessEffect

export interface FileEffect extends FileChange {
  readonly kind: 'write' | 'delete' | 'rename' | 'attributes'
  /** Whether it lasted, was undone before the call ended, or was refused by the system. */
  readonly outcome: 'lasting' | 'undone' | 'refused'
  /** Whether all that was in it before still is, as after appending; absent where nobody could compare. */
  readonly kept?: boolean
  readonly call: number | undefined
  /** It may be the machine's own: a shell that the tool started had its profile to run first. */
  readonly unsure?: true
}

export interface ConnectEffect {
  readonly kind: 'connect'
  /** `host:port`, the name where it was looked up, the address otherwise. */
  readonly target: string
  readonly outcome: 'lasting' | 'refused'
  readonly call: number | undefined
}

interface ProcessEffect {
  readonly kind: 'process'
  readonly command: string
  readonly how: 'detached' | 'outlived'
  readonly call: number | undefined
}

export interface NestedCall {
  readonly to: string
  readonly how: 'handler' | 'client' | 'process'
  readonly call: number | undefined
}

export interface InputMutation {
  readonly path: string
  readonly before: Json | undefined
  readonly after: Json | undefined
  readonly call: number | undefined
}
