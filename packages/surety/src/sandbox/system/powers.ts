import { accessSync, constants, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Powers, enter } from './launcher.ts'
import { required } from './programs.ts'

const CAP_SYS_ADMIN = 21n
/** What a server run by root keeps, by number: what it needs to handle its own files and children. */
const KEPT_POWERS = {
  chown: 0,
  dacOverride: 1,
  fowner: 3,
  fsetid: 4,
  kill: 5,
  setgid: 6,
  setuid: 7,
  netBindService: 10,
}

/** How a server comes into the sandbox, and with which powers. */
export interface Entry {
  /** Words before the shell that launches the server. */
  readonly launcher: readonly string[]
  /** Words before the launcher that starts the server: what leaves the namespace that mounts. */
  readonly drops: readonly string[]
  readonly powers: Powers
}

/** Root mounts as itself and drops its powers; anybody else becomes root of a namespace and leaves it for another. */
export function powers(native: string, network: boolean): Entry {
  const unshare = required('unshare')
  const apart = ['-m', '-p', '-i', ...(network ? [] : ['-n']), '--fork', '--kill-child=KILL', '--']
  const kept = Object.values(KEPT_POWERS).reduce((bits, power) => bits + 2 ** power, 0)
  if (mayMount()) return { launcher: [...enter(native), unshare, ...apart], drops: [], powers: kept }
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  return {
    launcher: [...enter(native), unshare, '-U', '-r', ...apart],
    drops: [unshare, '-U', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
    powers: kept,
  }
}

/** Words before a program that is to be in the network of a process of a cell, and with its powers over that. */
export function joinNetwork(member: number): readonly [string, ...string[]] {
  const owner = mayMount() ? [] : ['-U', '--preserve-credentials']
  return [required('nsenter'), '-t', String(member), ...owner, '-n', '--']
}

/** A user's own namespace knows nobody else: what others own, but let the user write, cannot get to an upper layer. */
export function canBeLayered(project: string): boolean {
  if (mayMount()) return true
  const paths = [project, ...readdirSync(project).map((name) => join(project, name))]
  return paths.every((path) => isOwn(path) || !isWritable(path))
}

function isOwn(path: string): boolean {
  const { uid, gid } = lstatSync(path)
  return uid === process.getuid?.() && gid === process.getgid?.()
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function mayMount(): boolean {
  const effective = /^CapEff:\s+([\da-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  return ((BigInt(`0x${effective}`) >> CAP_SYS_ADMIN) & 1n) === 1n
}
