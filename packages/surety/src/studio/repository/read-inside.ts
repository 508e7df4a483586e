import { type FileHandle, constants } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { realOf } from '../../author/yaml/bounds.ts'
import { type Access, bestAccess, openPlain } from './access.ts'
import { allowedPath } from '../../repository-path.ts'
import { type Found, errnoOf, failed, pathRefused } from './found.ts'
import { notFound, resolveInside } from './resolve-inside.ts'

/** 1 MB. */
const MAX_FILE_BYTES = 1_048_576

export interface FileInside {
  /** The path as asked for, without `.` and empty segments. */
  readonly path: string
  readonly bytes: Buffer
}

export interface ReadLimits {
  readonly maxBytes?: number
  readonly access?: Access
  /** Absolute: refused, with all whose names begin with its name. */
  readonly recordFile?: string | undefined
}

/** Reads a file that the deny list allows, links included, and that lies inside the root (absolute, free of links). */
export async function readInside(root: string, path: string, limits: ReadLimits = {}): Promise<Found<FileInside>> {
  const { maxBytes = MAX_FILE_BYTES, access = bestAccess(), recordFile } = limits
  const real = await resolveInside(root, path)
  if (!real.ok) return isOfRecord(join(root, path), recordFile) ? pathRefused(path) : real
  if (isOfRecord(join(root, real.value), recordFile)) return pathRefused(path)
  const handle = await openPlain(access, join(root, real.value), constants.O_RDONLY).catch(noHandle)
  if (handle === undefined) return pathRefused(path)
  if ('errno' in handle) return notFound(path, handle.errno)
  try {
    const bytes = await readUpTo(handle, maxBytes)
    return bytes === undefined
      ? tooLarge(path, maxBytes)
      : { ok: true, value: { path: allowedPath(path) ?? path, bytes } }
  } finally {
    await handle.close()
  }
}

/** May a file of this name be read? Where links lead is not asked. */
export function mayBeNamed(root: string, path: string, recordFile: string | undefined): boolean {
  return allowedPath(path) !== undefined && !isOfRecord(join(root, path), recordFile)
}

/** Whether there is such a file or not. The key and the locks of a store, and what SQLite writes beside it, are named after it. */
function isOfRecord(path: string, recordFile: string | undefined): boolean {
  if (recordFile === undefined) return false
  const real = join(realOf(dirname(recordFile)) ?? dirname(recordFile), basename(recordFile))
  const target = realOf(recordFile)
  const names = target === undefined ? [real] : [real, target]
  return names.some((name) => folded(path).startsWith(folded(name)) && /^(?:$|[-.])/.test(path.slice(name.length)))
}

/** Some file systems take names that differ in case for one. */
function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function noHandle(error: unknown): { readonly errno: string } {
  const errno = errnoOf(error)
  if (errno === undefined) throw error
  return { errno }
}

/** The whole file, or undefined where it has more bytes. Counted while reading: its size may grow meanwhile. */
async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const { size } = await handle.stat()
  if (size > maxBytes) return undefined
  let buffer = Buffer.allocUnsafe(size + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length)
    length += bytesRead
    if (length > maxBytes) return undefined
    if (bytesRead === 0) return buffer.subarray(0, length)
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, maxBytes + 1))
  }
}

function tooLarge(path: string, maxBytes: number): Found<never> {
  return failed(
    'FILE_TOO_LARGE',
    `'${path}' has more than ${maxBytes} bytes, which is all that is read. Name a smaller file.`,
  )
}
