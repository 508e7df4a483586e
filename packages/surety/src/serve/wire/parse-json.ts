import { isUtf8 } from 'node:buffer'
import { RPC, type RpcError } from './rpc.ts'

/** Deeper values would overflow the stack of whoever walks them. */
const MAX_DEPTH = 200

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: RpcError }

/**
 * JSON that every reader understands alike: no key twice in an object, not nested without end. Of a key that stands there twice
 * one reader takes the first value and another the last, so what was checked need not be what is done (CVE-2026-27896).
 */
export function parseJson(bytes: Buffer): Parsed {
  if (!isUtf8(bytes)) return wrong(RPC.parseError, 'The message is not UTF-8.')
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return wrong(RPC.parseError, 'The message is not JSON.')
  }
  const { keys, depth } = measure(text)
  if (depth > MAX_DEPTH) return wrong(RPC.invalidRequest, `The message is nested more than ${MAX_DEPTH} levels deep.`)
  if (keys !== countKeys(value)) return wrong(RPC.invalidRequest, 'A key stands in the same object twice.')
  return { ok: true, value }
}

function wrong(code: number, message: string): Parsed {
  return { ok: false, error: { code, message } }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

/** How many keys a JSON text has, and how deeply it is nested: all colons outside of its strings belong to keys. */
function measure(text: string): { readonly keys: number; readonly depth: number } {
  let keys = 0
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COLON) keys++
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (code === 0x7d || code === 0x5d) depth--
  }
  return { keys, depth: deepest }
}

/** Where the string that opens at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
}

/** How many keys are left once it is parsed: of two that are the same, one. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item)
    return count
  }
  // What JSON.parse makes inherits nothing that could be listed.
  for (const key in value) count += 1 + countKeys(Reflect.get(value, key))
  return count
}
