import { closeSync, openSync, realpathSync, rmSync, statSync } from 'node:fs'
import { boundsOfNamed, isWithin } from '../author/yaml/bounds.ts'
import { UsageError } from './command.ts'

/** Tries to write where something will be written only after the whole run; what is there stays as it is. */
export function mustBeWritable(what: string, file: string, cwd: string): void {
  const real = writable(what, file)
  if (real === undefined || isWithin(boundsOfNamed(file, cwd), real)) return
  throw new UsageError(`${what} ${file} cannot be written: it is a link that leads out of this folder.`)
}

/** Where it would be written; undefined for a pipe or a device, which take what is written once. */
function writable(what: string, file: string): string | undefined {
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    if (there !== undefined && !there.isFile() && !there.isDirectory()) return undefined
    closeSync(openSync(file, 'a'))
    const real = realpathSync(file)
    if (there === undefined) rmSync(real)
    return real
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new UsageError(
      `${what} ${file} cannot be written${reason}: check that its folder exists and that it is yours to write.`,
    )
  }
}
