import { closeSync, openSync, realpathSync, rmSync, statSync } from 'node:fs'
import { UsageError } from './command.ts'

/** Tries to write where something will be written only after the whole run; what is there stays as it is. */
export function mustBeWritable(what: string, file: string): void {
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    // A pipe or a device takes what is written once.
    if (there !== undefined && !there.isFile() && !there.isDirectory()) return
    closeSync(openSync(file, 'a'))
    if (there === undefined) rmSync(realpathSync(file))
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new UsageError(
      `${what} ${file} cannot be written${reason}: check that its folder exists and that it is yours to write.`,
    )
  }
}
