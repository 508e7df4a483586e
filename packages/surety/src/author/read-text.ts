import { readFileSync, statSync } from 'node:fs'
import type { Place } from './contract-file.ts'

const MAX_FILE_BYTES = 1024 * 1024
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** A file's text, or why it is none. */
export type ReadText =
  | { readonly ok: true; readonly text: string }
  | ({ readonly ok: false; readonly message: string; readonly fix: string } & Place)

/** Reads UTF-8, with or without a byte order mark. */
export function readText(path: string): ReadText {
  let bytes: Buffer
  try {
    const found = statSync(path)
    if (!found.isFile()) return refuse('It is no file.', 'Put a file in its place.')
    if (found.size > MAX_FILE_BYTES) {
      return refuse(`It has ${found.size} bytes; at most ${MAX_FILE_BYTES} are read.`, 'Split it.')
    }
    bytes = readFileSync(path)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return refuse(`It cannot be read (${reason}).`, 'Check that it exists and may be read.')
  }
  try {
    return { ok: true, text: UTF8.decode(bytes) }
  } catch {
    const [readable = ''] = bytes.toString('utf8').split('\uFFFD')
    return refuse('It is not UTF-8 text.', 'Save it as UTF-8.', readable.split('\n').length)
  }
}

function refuse(message: string, fix: string, line = 1): ReadText {
  return { ok: false, message, fix, line, column: 1 }
}
