import { closeSync, fstatSync, lstatSync, readSync } from 'node:fs'
import { bytesOf } from '../system/file-name.ts'
import { openPlainFileSync } from '../system/plain-file.ts'

/** Larger files are not compared. */
const MAX_BYTES = 16 * 1024 * 1024
const DATABASE = Buffer.from('SQLite format 3\0')

/**
 * Is all that stood in one file still in the other, as it is after appending or inserting? Undefined where nobody can
 * tell: a database moves its pages about while its rows stay.
 */
export function keepsContents(before: string, after: string): boolean | undefined {
  const [old, now] = [before, after].map((path) => lstatSync(bytesOf(path), { throwIfNoEntry: false }))
  if (old?.isFile() !== true) return undefined
  if (now?.isFile() !== true) return false
  return Math.max(old.size, now.size) > MAX_BYTES ? undefined : compare(before, after)
}

function compare(before: string, after: string): boolean | undefined {
  const [old, now] = [contentsOf(before), contentsOf(after)]
  if (old === undefined || now === undefined) return undefined
  return isDatabase(old) && isDatabase(now) ? undefined : isOneInsertion(old, now)
}

/** Undefined where it cannot be read, or is no longer what it was. */
function contentsOf(path: string): Buffer | undefined {
  const file = openPlainFileSync(path)
  if (file === undefined) return undefined
  try {
    const { size } = fstatSync(file)
    if (size > MAX_BYTES) return undefined
    const contents = Buffer.alloc(size)
    return readSync(file, contents) === size ? contents : undefined
  } catch {
    return undefined
  } finally {
    closeSync(file)
  }
}

function isOneInsertion(old: Buffer, now: Buffer): boolean {
  if (now.length < old.length) return false
  let same = 0
  while (same < old.length && old[same] === now[same]) same += 1
  return old.subarray(same).equals(now.subarray(now.length - (old.length - same)))
}

function isDatabase(contents: Buffer): boolean {
  return contents.subarray(0, DATABASE.length).equals(DATABASE)
}
