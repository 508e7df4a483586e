import type { DeclaredToolContract } from '@surety/tool-contracts'

/** What a contract says besides its name, input and capabilities. */
export type Promises = Partial<DeclaredToolContract>
export type Result = Readonly<Record<string, unknown>>

/** Whoever judges it: does what happened keep the contract? */
export interface Row {
  readonly title: string
  readonly promises: Promises
  readonly keeps: boolean
}

/** A result of text blocks. */
export const says = (...texts: readonly string[]) => ({ content: texts.map((text) => ({ type: 'text', text })) })

/** A block that says nothing. */
export const PICTURE = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
