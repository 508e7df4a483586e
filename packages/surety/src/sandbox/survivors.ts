import { setTimeout as sleep } from 'node:timers/promises'
import type { CellProcess } from './cell-process.ts'
import { commandLine } from './process-tree.ts'

/** How long the children may take to notice that the server has ended. */
const NOTICE_MS = 200

/** What lives on although the server has ended by itself, as command lines. */
export async function survivorsOf(process: CellProcess): Promise<readonly string[]> {
  if (process.wasKilled) return []
  const until = Date.now() + NOTICE_MS
  while (process.survivors().length > 0 && Date.now() < until) await sleep(5)
  // Whoever has no command line any more has ended and only waits to be noticed.
  return process
    .survivors()
    .map(commandLine)
    .filter((command) => command !== '')
}
