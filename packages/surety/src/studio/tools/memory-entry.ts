import { type PreconditionPredicate, createPrecondition } from '@surety/tool-contracts'

/** 10 KB. */
const MAX_ENTRY_BYTES = 10_240

interface Written {
  readonly file: string
  readonly entry: string
}

/** What an entry must be to become a line of its file: asked before anybody is asked to approve it. */
export const ENTRY_CONDITIONS: readonly PreconditionPredicate[] = [
  createPrecondition<Written>(
    `an entry has at most ${MAX_ENTRY_BYTES} bytes: shorten or split it`,
    'ENTRY_TOO_LARGE',
    ({ entry }) => Buffer.byteLength(entry) <= MAX_ENTRY_BYTES,
  ),
  createPrecondition<Written>(
    'an entry has no NUL and no half of a surrogate pair, which no text file holds',
    'INVALID_ENTRY',
    ({ entry }) => !entry.includes('\0') && entry.isWellFormed(),
  ),
  createPrecondition<Written>(
    String.raw`an entry of a .jsonl file is one JSON value on one line, such as {"event": "milestone"}; a line break in a text is \n`,
    'INVALID_ENTRY',
    ({ file, entry }) => !file.endsWith('.jsonl') || isJsonLine(entry),
  ),
]

/** U+2028 and its like may stand in a string: lines of such files end with a newline and nothing else. */
function isJsonLine(entry: string): boolean {
  if (/[\n\r]/.test(entry)) return false
  try {
    JSON.parse(entry)
    return true
  } catch {
    return false
  }
}
