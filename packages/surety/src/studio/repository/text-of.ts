import { type Found, failed } from './found.ts'
import type { FileInside } from './read-inside.ts'

/** The file as text, to the byte: a byte order mark stays. NUL is valid UTF-8, but no text has it. */
export function textOf({ path, bytes }: FileInside): Found<string> {
  try {
    if (!bytes.includes(0))
      return { ok: true, value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    // Told below.
  }
  return failed(
    'NOT_A_TEXT_FILE',
    `'${path}' is no text in UTF-8 (${bytes.length} bytes). Only text files can be read: name another one.`,
  )
}
