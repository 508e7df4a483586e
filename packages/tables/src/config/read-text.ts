import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ConfigurationProblem } from './configuration-error.ts'
import { MAX_BYTES, tooLarge } from './limits.ts'

/** The text of a file, or why it is none. */
export type ReadText =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: ConfigurationProblem }

// Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK

/** Reads UTF-8. What is wrong is told without a word of the file's. */
export async function readText(file: string): Promise<ReadText> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file, READ_ONLY)
    const stats = await handle.stat()
    if (stats.isDirectory()) return refuse(file, 'This is a folder. Name the file in it, such as tables.yaml.')
    if (!stats.isFile()) return refuse(file, 'This is no file that can be read. Name a file.')
    if (stats.size > MAX_BYTES) return refuse(file, tooLarge(stats.size))
    return decode(file, await handle.readFile())
  } catch (error) {
    return refuse(file, reasonOf(error))
  } finally {
    await handle?.close()
  }
}

function decode(file: string, bytes: Buffer): ReadText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const lines = (bytes.toString('utf8').split('\uFFFD')[0] ?? '').split('\n')
    const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
    return { problem: { message: 'This is not UTF-8 text. Save the file as UTF-8.', path: '', file, ...place } }
  }
}

function refuse(file: string, message: string): ReadText {
  return { problem: { message, path: '', file } }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file. Check its path.'
  if (code === 'EACCES' || code === 'EPERM') return 'The file may not be read. Check its permissions.'
  return `The file cannot be read (${code}).`
}
