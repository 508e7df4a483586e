import { type Effect, type FileChange, type Place, allowsEffect } from './allows-effect.ts'
import type { Effects } from './declare.ts'
import { isAbsolute, normalise } from './file-path.ts'

/** What a handler says it did: `{ kind: 'write', target: 'data/a.json' }`. */
interface Recorded {
  readonly kind: string
  readonly target: string
}

/** Why the contract does not allow what the handler says it did, in one sentence, or undefined (INV-MCP-002). */
export function undeclaredEffect(effects: Effects, { kind, target }: Recorded): string | undefined {
  const effect = recordedEffect({ kind, target })
  if (effect === undefined || allowsEffect(effects, effect)) return undefined
  const recorded = `It recorded ${kind} '${target}'`
  if (!('place' in effect)) return `${recorded}, but its contract declares ${networkOf(effects)}.`
  const advice = isAbsolute(target) && effect.place !== 'temp' ? ' (project files are recorded by relative paths)' : ''
  return `${recorded} ${WHERE[effect.place]}, but its contract declares ${filesOf(effects)}${advice}.`
}

const CHANGES: readonly FileChange['kind'][] = ['write', 'create', 'append', 'delete', 'rename', 'truncate']

/** The effect that is meant; other kinds than these are the handler's own words, for which no contract has any. @internal */
export function recordedEffect({ kind, target }: Recorded): Effect | undefined {
  if (kind === 'connect') return { kind, target }
  const change = CHANGES.find((known) => known === kind)
  return change && { kind: change, ...spotOf(target), existed: change !== 'create' }
}

/**
 * Folders for temporary files on Linux, macOS and Windows. Where `$TMPDIR` names another one nobody can know here; and
 * `/var/tmp`, where files stay, is none, as it is none for `surety test`.
 */
const TEMP =
  /^(?:\/tmp|\/dev\/shm|\/private\/tmp|(?:\/private)?\/var\/folders|[A-Z]:\/Users\/[^/]+\/AppData\/Local\/Temp)(?:\/|$)/

/** Where a recorded path leads: a relative one lies in the project, unless `..` leads out of it. */
function spotOf(target: string): Pick<FileChange, 'place' | 'path'> {
  const path = normalise(target)?.join('/')
  if (path === undefined) return { place: 'elsewhere', path: target }
  if (/^~(?:[\\/]|$)/.test(target)) return { place: 'home', path }
  if (!isAbsolute(target)) return { place: 'project', path }
  const absolute = /^[\\/]/.test(target) ? `/${path}` : path
  return { place: TEMP.test(absolute) ? 'temp' : 'elsewhere', path: absolute }
}

const WHERE: Readonly<Record<Place, string>> = {
  project: 'in the project',
  temp: 'in a folder for temporary files',
  home: 'outside the project',
  elsewhere: 'outside the project',
}

function filesOf({ sideEffects, writes }: Effects): string {
  const declared = [
    ...(sideEffects === undefined ? [] : [`sideEffects '${sideEffects}'`]),
    ...(writes.length === 0 ? [] : [`writes ${quoted(writes)}`]),
  ]
  return declared.length === 0 ? 'no writes' : declared.join(' and ')
}

function networkOf({ network }: Effects): string {
  return typeof network === 'string' || network.length === 0 ? 'no network' : `network ${quoted(network)}`
}

const MAX_SHOWN = 5

function quoted(entries: readonly string[]): string {
  const shown = entries.slice(0, MAX_SHOWN).map((entry) => `'${entry}'`)
  return [...shown, ...(entries.length > MAX_SHOWN ? [`and ${entries.length - MAX_SHOWN} more`] : [])].join(', ')
}
