import { execFileSync } from 'node:child_process'
import type { Identity, Memory, Thread } from './process-facts.ts'
import { OWN_ENVIRONMENT, program } from '../system/programs.ts'

/** A process as `ps` lists it. */
export interface Listed {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly residentBytes: number
  readonly state: string
  readonly ranMs: number
  /** When it was started: no other process with its number was. */
  readonly started: string
}

const COLUMNS = ['pid', 'ppid', 'pgid', 'rss', 'stat', 'time', 'lstart']
const LINE = /^ *(\d+) +(\d+) +(\d+) +(\d+) +(\S+) +(\S+) +(\S.*)$/
const MAX_BYTES = 16 * 1024 * 1024
/** To ask takes long: what is asked at the same moment is asked once. */
const MAX_AGE_MS = 4

let latest: { readonly at: number; readonly listed: readonly Listed[] } = { at: -Infinity, listed: [] }

/** All processes of the machine; none where `ps` tells nothing. */
export function listProcesses(): readonly Listed[] {
  if (performance.now() - latest.at <= MAX_AGE_MS) return latest.listed
  const text = ask(['-A', ...COLUMNS.flatMap((column) => ['-o', `${column}=`])])
  const listed = text.split('\n').flatMap((line) => parseProcess(line) ?? [])
  latest = { at: performance.now(), listed }
  return listed
}

/** A line of what is asked for; undefined for any other. @internal */
export function parseProcess(line: string): Listed | undefined {
  const [, pid, parent, group, kilobytes, state = '', time = '', started = ''] = LINE.exec(line) ?? []
  if (pid === undefined) return undefined
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    residentBytes: Number(kilobytes) * 1024,
    state: state.slice(0, 1),
    ranMs: millisecondsOf(time),
    started: started.trim(),
  }
}

/** `1-02:03:04`, `2:03.04` */
function millisecondsOf(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed()
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return (Number(days) * 86_400 + seconds) * 1000
}

function listedWith(pid: number): Listed | undefined {
  return listProcesses().find((one) => one.pid === pid)
}

export function listedChildren(pid: number): readonly number[] {
  return listProcesses().flatMap((one) => (one.parent === pid ? [one.pid] : []))
}

export function listedMemory(pid: number): Memory {
  const resident = listedWith(pid)?.residentBytes ?? 0
  return { resident, peak: resident, ofFiles: 0 }
}

export function listedThreads(pid: number): readonly Thread[] {
  const found = listedWith(pid)
  return found === undefined ? [] : [{ id: pid, state: found.state, turns: found.ranMs, ranMs: found.ranMs }]
}

export function listedIdentity(pid: number): Identity {
  return { session: listedWith(pid)?.group ?? 0, inner: pid }
}

export function isListedAlive(pid: number): boolean {
  const state = listedWith(pid)?.state
  return state !== undefined && state !== 'Z'
}

/** What a process was started as. */
export function listedCommand(pid: number): string {
  return ask(['-ww', '-o', 'args=', '-p', String(pid)]).trim()
}

function ask(words: readonly string[]): string {
  const ps = program('ps')
  if (ps === undefined) return ''
  try {
    return execFileSync(ps, words, {
      env: OWN_ENVIRONMENT,
      encoding: 'utf8',
      maxBuffer: MAX_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
