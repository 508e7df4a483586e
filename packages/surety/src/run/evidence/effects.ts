import { basename } from 'node:path'
import type { Json } from '@surety/tool-contracts/tools'
import type { ConnectEffect, Effect, FileEffect, InputMutation, NestedCall } from '../../judge/effect-evidence.ts'
import type { Sighting, TreeChange } from '../../sandbox/cell.ts'
import { groupBy } from '../../judge/group-by.ts'
import { type ObservedProcess, callsOfTool, callsInProcess, callForSilentChange, lastCallBefore } from './owners.ts'
import type { Performed } from '../call/perform.ts'

/** Something seen in a process, when, and in whose call by the clock. */
export interface Attributed<Thing> {
  readonly at: number
  readonly thing: Thing
  /** The last call sent before it, or of a silent change the first since the last look; undefined while the server was starting. */
  readonly during: Performed | undefined
}

/** Everything the process did to its surroundings, in order; what the machine did is left out, also where only the trees tell. */
export function effectsOf(
  process: ObservedProcess,
  performed: readonly Performed[],
  machines: ReadonlySet<string> = filesWrittenByMachine([process]),
): Attributed<Effect>[] {
  const calls = callsInProcess(process, performed)
  const lasting = new Map(process.scans.flatMap(({ changes }) => changes).map((change) => [spotKey(change), change]))
  const sighted = process.sightings.flatMap((sighting) => {
    const effect = isFromMachine(sighting) ? undefined : effectOf(sighting, lasting)
    return effect === undefined ? [] : [{ at: sighting.at, effect, during: lastCallBefore(sighting.at, calls) }]
  })
  const told = groupBy(
    process.sightings.filter((sighting) => 'place' in sighting),
    spotKey,
  )
  // What was opened long ago and is written to now shows in the trees alone.
  const silent = process.scans.flatMap(({ since, at, changes }) =>
    changes
      .filter((change) => !machines.has(spotKey(change)))
      .filter((change) => told.get(spotKey(change))?.some((one) => one.at >= since && one.at <= at) !== true)
      .map((change) => ({ at, effect: fileEffect(change, change), during: callForSilentChange(since, at, calls) })),
  )
  return [...sighted, ...silent]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, effect, during }) => ({ at, during, thing: { ...effect, call: during?.planned.id } }))
}

/** Connections that stood before the server was ready for calls. */
export function startConnectsOf(process: ObservedProcess & { readonly readyAt: number }): readonly ConnectEffect[] {
  const connects = effectsOf(process, []).flatMap(({ at, thing }) =>
    thing.kind === 'connect' && thing.outcome === 'lasting' && at < process.readyAt ? [thing] : [],
  )
  return [...new Map(connects.map((effect) => [effect.target, effect])).values()]
}

export function nestedCallsOf(process: ObservedProcess, performed: readonly Performed[]): Attributed<NestedCall>[] {
  const calls = callsInProcess(process, performed)
  return process.sightings.flatMap((sighting) => {
    if (sighting.kind !== 'nested') return []
    const during = lastCallBefore(sighting.at, callsOfTool(sighting.from, calls))
    return [{ at: sighting.at, during, thing: { to: sighting.to, how: sighting.how, call: during?.planned.id } }]
  })
}

export function mutationsOf(process: ObservedProcess, performed: readonly Performed[]): Attributed<InputMutation>[] {
  const calls = callsInProcess(process, performed)
  return process.sightings.flatMap((sighting) => {
    if (sighting.kind !== 'mutation') return []
    const during = lastCallBefore(sighting.at, callsOfTool(sighting.tool, calls))
    const { path, before, after } = sighting
    return [
      {
        at: sighting.at,
        during,
        thing: { path, before: toJson(before), after: toJson(after), call: during?.planned.id },
      },
    ]
  })
}

/** The programs that were started, by name, and in whose calls. */
export function programsOf(process: ObservedProcess, performed: readonly Performed[]): Attributed<string>[] {
  const calls = callsInProcess(process, performed)
  return process.sightings.flatMap((sighting) =>
    sighting.kind === 'process' && !sighting.detached && !isFromMachine(sighting)
      ? [{ at: sighting.at, during: lastCallBefore(sighting.at, calls), thing: programName(sighting.command) }]
      : [],
  )
}

function programName(command: string): string {
  return basename(command.split(' ', 1)[0] ?? command)
}

/** Two effects with the same key are the same thing done again. */
export function effectKey(effect: Effect): string {
  if (effect.kind === 'connect') return `connect ${effect.target}`
  if (effect.kind === 'process') return `process ${effect.how} ${effect.command}`
  return `file ${effect.place} ${effect.path}`
}

function effectOf(sighting: Sighting, lasting: ReadonlyMap<string, TreeChange>): Effect | undefined {
  switch (sighting.kind) {
    case 'write':
    case 'delete':
    case 'rename':
    case 'attributes':
      return fileEffect(sighting, lasting.get(spotKey(sighting)))
    case 'connect':
      return connectEffect(sighting)
    case 'process':
      return sighting.detached
        ? {
            kind: 'process',
            command: sighting.command,
            how: sighting.outlived ? 'outlived' : 'detached',
            call: undefined,
          }
        : undefined
    default:
      return undefined
  }
}

/** All effects of the processes, in the order of those: what the machine did in one of them it did in all. */
export function effectsIn({
  processes,
  performed,
}: {
  readonly processes: readonly ObservedProcess[]
  readonly performed: readonly Performed[]
}): Attributed<Effect>[] {
  const machines = filesWrittenByMachine(processes)
  return processes.flatMap((process) => effectsOf(process, performed, machines))
}

/** Files that the machine changes when a program is started. */
export function filesWrittenByMachine(processes: readonly ObservedProcess[]): ReadonlySet<string> {
  const sightings = processes.flatMap((process) => process.sightings)
  return new Set(sightings.flatMap((one) => ('place' in one && isFromMachine(one) ? [spotKey(one)] : [])))
}

/** What the machine does when a program is started, a shim or a profile, is nobody's effect. */
function isFromMachine(sighting: Sighting): boolean {
  return 'owner' in sighting && sighting.owner === 'machine'
}

function connectEffect({ target, refused }: { target: string; refused: boolean }): ConnectEffect {
  return { kind: 'connect', target, outcome: refused ? 'refused' : 'lasting', call: undefined }
}

type FileSighting = Pick<FileEffect, 'kind' | 'path' | 'place' | 'existed'> & {
  readonly owner?: 'machine' | 'unsure'
  readonly refused?: boolean
  readonly lasts?: true
}

/** What somebody did to a file, and what came of it: nothing if it was refused, or if no change is to be seen. */
function fileEffect(sighting: FileSighting, change: TreeChange | undefined): FileEffect {
  const { kind, path, place, existed, owner, refused, lasts } = sighting
  const seen = { kind, path, place, existed, call: undefined, ...(owner === 'unsure' && { unsure: true as const }) }
  if (refused === true) return { ...seen, outcome: 'refused' }
  if (change === undefined) return { ...seen, outcome: lasts === true ? 'lasting' : 'undone' }
  return { ...seen, outcome: 'lasting', ...(change.kept !== undefined && { kept: change.kept }) }
}

function spotKey({ place, path }: { readonly place: string; readonly path: string }): string {
  return `${place} ${path}`
}

function toJson(value: unknown): Json | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the spy's lines are parsed JSON
  return value as Json | undefined
}
