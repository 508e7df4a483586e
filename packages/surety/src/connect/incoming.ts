import { isUtf8 } from 'node:buffer'
import { isRecord } from '@surety/tool-contracts/tools'
import type { LongMessage } from './long-message.ts'

/** What a server sent: a message, something that was meant to be one, or neither. */
export type Incoming =
  | { readonly kind: 'message'; readonly message: Message; readonly bytes: number; readonly isUtf8: boolean }
  /** `id`: the request it seems to answer, where it can be found. */
  | { readonly kind: 'malformed'; readonly id: number | undefined; readonly reason: string }
  | { readonly kind: 'oversize'; readonly id: number | undefined; readonly bytes: number }
  | { readonly kind: 'noise'; readonly line: string }

export type Message = Readonly<Record<string, unknown>>

const NOISE_BYTES = 1024
/** Deeper values would overflow the stack of whoever walks them. */
const MAX_DEPTH = 500

const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d])
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const OPENERS: ReadonlySet<number | undefined> = new Set([0x7b, 0x5b])

/** A piece of text from a server, with the messages in it: one, or those of a batch. */
export function readIncoming(bytes: Buffer): readonly Incoming[] {
  const start = firstInk(bytes)
  if (start === bytes.length) return []
  if (!OPENERS.has(bytes[start])) return [noise(bytes, start)]
  const parsed = parse(bytes, start)
  if (!parsed.ok) return [unparsed(bytes, start, parsed.reason)]
  const values: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value]
  const messages = values.filter(isMessage)
  if (messages.length === 0) return [noise(bytes, start)]
  const isText = isUtf8(bytes)
  return messages.map((message) => ({ kind: 'message', message, bytes: bytes.length, isUtf8: isText }))
}

/** What is known of a message nobody kept; undefined when it was no answer to anything. */
export function readLong({ head, tail, bytes }: LongMessage): Incoming | undefined {
  const start = firstInk(head)
  if (start === head.length) return undefined
  if (!OPENERS.has(head[start])) return noise(head, start)
  if (METHOD_FIRST.test(head.toString('latin1', start))) return undefined
  return { kind: 'oversize', id: findId(head, tail), bytes }
}

function parse(
  bytes: Buffer,
  start: number,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8', start))
    // Every level takes two bytes: what is short cannot be deep.
    if (bytes.length < 2 * MAX_DEPTH || isWithin(value, MAX_DEPTH)) return { ok: true, value }
    return { ok: false, reason: `It is nested more than ${MAX_DEPTH} levels deep.` }
  } catch (error) {
    return { ok: false, reason: `It is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  for (const inner of Object.values(value)) if (!isWithin(inner, depth - 1)) return false
  return true
}

/** Many servers print logs in JSON: only what names the protocol, or answers something, is a message. */
function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false
  return Object.hasOwn(value, 'jsonrpc') || (Object.hasOwn(value, 'id') && isAnswer(value))
}

function isAnswer(value: Message): boolean {
  return Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')
}

function unparsed(bytes: Buffer, start: number, reason: string): Incoming {
  const head = bytes.subarray(0, NOISE_BYTES)
  const tail = bytes.subarray(-NOISE_BYTES)
  const meant = head.includes('"jsonrpc"') || tail.includes('"jsonrpc"')
  return meant ? { kind: 'malformed', id: findId(head, tail), reason } : noise(bytes, start)
}

const METHOD_FIRST = /^\{\s*(?:"(?:jsonrpc|id)"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*)*"method"/
const ID_FIRST = /^[^{]*\{\s*(?:"jsonrpc"\s*:\s*"[^"]*"\s*,\s*)?"id"\s*:\s*"?(\d{1,15})\b/
const ID_LAST = /"id"\s*:\s*"?(\d{1,15})"?\s*(?:,\s*"jsonrpc"\s*:\s*"[^"]*"\s*)?\}\s*$/

/** The id at the top level of a message of which only the ends are known; servers write it first or last. */
function findId(head: Buffer, tail: Buffer): number | undefined {
  const id = ID_FIRST.exec(head.toString('latin1'))?.[1] ?? ID_LAST.exec(tail.toString('latin1'))?.[1]
  return id === undefined ? undefined : Number(id)
}

function noise(bytes: Buffer, start: number): Incoming {
  return { kind: 'noise', line: bytes.toString('utf8', start, start + NOISE_BYTES).trimEnd() }
}

/** Where the text begins, after white space and a byte order mark. */
function firstInk(bytes: Buffer): number {
  let at = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0
  while (BLANKS.has(bytes[at])) at += 1
  return at
}
