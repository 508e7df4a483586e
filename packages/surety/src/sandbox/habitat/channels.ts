import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { entriesBelow } from '../files/entries-below.ts'
import { lstat, namesIn } from '../files/tree-entry.ts'

const MAX_SEARCHED = 5_000
/** Num RefCount Protocol Flags Type St Inode Path; a path may hold line breaks, and an abstract one begins with an @. */
const BOUND = /^[\da-f]+: (?:\S+ +){6}([^@\s][^]*?)\n(?=[\da-f]+: |$(?![^]))/gm

let pipes: ReadonlySet<string> | undefined

/**
 * Sockets and named pipes by which a server could reach a process outside although it can write nowhere near them: those
 * in use, and those in folders that are shown to it.
 */
export function channels(shown: readonly string[]): readonly string[] {
  const found = [...entriesBelow(shown, MAX_SEARCHED)].map(({ path }) => path)
  // To look through the descriptors of all processes takes long: once must do.
  pipes ??= new Set(processes().flatMap((process) => linksIn(join(process, 'fd')).filter(isChannel)))
  return [...new Set([...boundSockets(), ...pipes, ...found])].filter((path) => isChannel(path))
}

export function isSocket(path: string): boolean {
  return lstat(path)?.isSocket() === true
}

function isChannel(path: string): boolean {
  const stats = path.startsWith('/') ? lstat(path) : undefined
  return stats?.isSocket() === true || stats?.isFIFO() === true
}

/** By the names they were bound to, in every network namespace: a relative one can mean a file in any folder of a process. */
function boundSockets(): readonly string[] {
  const running = processes()
  const namespaces = new Map(running.map((process) => [linkAt(join(process, 'ns/net')), process]))
  const names = ['/proc/self', ...namespaces.values()].flatMap(socketsOf)
  const relative = names.filter((name) => !name.startsWith('/'))
  if (relative.length === 0) return names
  const folders = new Set(running.map((process) => linkAt(join(process, 'cwd'))))
  return [...names, ...[...folders].flatMap((folder) => relative.map((name) => join(folder, name)))]
}

function socketsOf(process: string): readonly string[] {
  try {
    return [...readFileSync(join(process, 'net/unix'), 'utf8').matchAll(BOUND)].map(([, path = '']) => path)
  } catch {
    return []
  }
}

function processes(): readonly string[] {
  return (namesIn('/proc') ?? []).filter((name) => /^\d+$/.test(name)).map((name) => join('/proc', name))
}

function linksIn(folder: string): readonly string[] {
  return (namesIn(folder) ?? []).map((name) => linkAt(join(folder, name))).filter((target) => target.startsWith('/'))
}

/** Empty where whoever asks may not know. */
function linkAt(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
