import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LAUNCHER_FOLDER } from '../own-files.ts'

const ARCHITECTURES: readonly string[] = ['x64', 'arm64']

/** Where the launching shell finds the server's environment and the launcher itself: no name leads to either. @internal */
export const ENVIRONMENT_FD = 7
const LAUNCHER_FD = 8
const FIRST_UNUSED_FD = 9

/** How closely the launcher must guard: a tracer refuses some calls itself, so that it sees them. */
export type Policy = 'traced' | 'untraced'

/** Capabilities that a server run by root keeps: a number with a bit for each. */
export type Powers = number | 'all'

/** The native launcher for this machine; undefined where there is none. */
export function launcherFile(): string | undefined {
  if (process.platform !== 'linux' || !ARCHITECTURES.includes(process.arch)) return undefined
  const file = fileURLToPath(new URL(`launcher-${process.arch}`, LAUNCHER_FOLDER))
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    return undefined
  }
}

/** The script that opens sockets in a cell's network. */
export function listenScript(): string {
  return fileURLToPath(new URL('listen.mjs', LAUNCHER_FOLDER))
}

/** Words before a program of the sandbox's own: it ends with its parent and inherits nothing it should not. */
export function enter(launcher: string = inCell()): readonly string[] {
  return [launcher, 'enter', String(FIRST_UNUSED_FD)]
}

/** Words before a server's: `file` is run as `words`, with the server's environment and without the ways out. */
export function confine(policy: Policy, powers: Powers, file: string, words: readonly string[]): readonly string[] {
  return [inCell(), 'confine', policy, String(powers), String(ENVIRONMENT_FD), file, ...words]
}

/** Its path for every process that has inherited its descriptor. */
function inCell(): string {
  return `/proc/self/fd/${LAUNCHER_FD}`
}
