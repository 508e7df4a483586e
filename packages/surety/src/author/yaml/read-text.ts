import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { type Bounds, isWithin, realOf } from './bounds.ts'
import type { Place } from '../contract-file.ts'

const MAX_BYTES = 1024 * 1024
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** A file's text, or why it is none. */
export type ReadText =
  /** `real`: the file's own path, without links. */
  | { readonly ok: true; readonly text: string; readonly real: string }
  | ({ readonly ok: false; readonly message: string; readonly fix: string } & Place)

/** Reads UTF-8, with or without a byte order mark, from within the bounds; a hard link can make a file from elsewhere lie within them. What is wrong is told without a word of the file's. */
export function readText(path: string, within: Bounds, most: number = MAX_BYTES, links?: 'no hard links'): ReadText {
  const real = realOf(path)
  if (real !== undefined && !isWithin(within, real)) return OUTSIDE
  const read = readBytes(real ?? path, most, links)
  if ('refused' in read) return read.refused
  try {
    return { ok: true, text: UTF8.decode(read.bytes), real: real ?? path }
  } catch {
    const [readable = ''] = read.bytes.toString('utf8').split('\uFFFD')
    return refuse('It is not UTF-8 text.', 'Save it as UTF-8.', readable.split('\n').length)
  }
}

// Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

function readBytes(
  path: string,
  most: number,
  links?: 'no hard links',
): { readonly bytes: Buffer } | { readonly refused: ReadText } {
  let file: number | undefined
  try {
    file = openSync(path, READ_ONLY)
    const found = fstatSync(file)
    if (!found.isFile()) return { refused: refuse('It is no file.', 'Put a file in its place.') }
    if (links !== undefined && found.nlink > 1) return { refused: HARD_LINK }
    if (found.size > most) {
      return { refused: refuse(`It has ${found.size} bytes; at most ${most} are read.`, 'Split it.') }
    }
    const bytes = Buffer.alloc(found.size)
    return { bytes: bytes.subarray(0, readSync(file, bytes)) }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return { refused: refuse(`It cannot be read (${reason}).`, 'Check that it exists and may be read.') }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function refuse(message: string, fix: string, line = 1): Extract<ReadText, { ok: false }> {
  return { ok: false, message, fix, line, column: 1 }
}

export const HARD_LINK: Extract<ReadText, { ok: false }> = refuse(
  'It has a further name elsewhere (a hard link) and is not read.',
  'Put a copy in its place.',
)

export const OUTSIDE: Extract<ReadText, { ok: false }> = refuse(
  'It is a link, or lies behind one, that leads out of the project, and is not read.',
  'Put the file itself into the project.',
)
