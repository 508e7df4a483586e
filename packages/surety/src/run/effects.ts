import type { Json } from '@surety/tool-contracts/tools'
import type { ConnectEffect, Effect, FileEffect, InputMutation, NestedCall } from '../judge/effect-evidence.ts'
import type { Sighting, TreeChange } from '../sandbox/cell.ts'
import { groupBy } from './group-by.ts'
import { type Witness, callsBy, callsIn, firstIn, ownerOf } from './owners.ts'
import type { Performed } from './perform.ts'

/** Something seen in a process, when, and in whose call by the clock. */
export interface Seen<Thing> {
  readonly at: number
  readonly thing: Thing
  /** The last call sent before it, or of a silent change the first since the last look; undefined while the server was starting. */
  readonly during: Performed | undefined
}

/** Everything the process did to its surroundings, in order. */
export function effectsOf(process: Witness, performed: readonly Performed[]): Seen<Effect>[] {
  const calls = callsIn(process, performed)
  const lasting = new Map(process.scans.flatMap(({ changes }) => changes).map((change) => [spotKey(change), change]))
  const sighted = process.sightings.flatMap((sighting) => {
    const effect = effectOf(sighting, lasting)
    return effect === undefined ? [] : [{ at: sighting.at, effect, during: ownerOf(sighting.at, calls) }]
  })
  const told = groupBy(
    process.sightings.filter((sighting) => 'place' in sighting),
    spotKey,
  )
  // What was opened long ago and is written to now shows in the trees alone.
  const silent = process.scans.flatMap(({ since, at, changes }) =>
    changes
      .filter((change) => told.get(spotKey(change))?.some((one) => one.at >= since && one.at <= at) !== true)
      .map((change) => ({ at, effect: fileEffect(change, change), during: firstIn(since, at, calls) })),
  )
  return [...sighted, ...silent]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, effect, during }) => ({ at, during, thing: { ...effect, call: during?.planned.id } }))
}

/** Connections that stood before the server was ready for calls. */
export function startConnectsOf(process: Witness & { readonly readyAt: number }): readonly ConnectEffect[] {
  const connects = effectsOf(process, []).flatMap(({ at, thing }) =>
    thing.kind === 'connect' && thing.outcome === 'lasting' && at < process.readyAt ? [thing] : [],
  )
  return [...new Map(connects.map((effect) => [effect.target, effect])).values()]
}

export function nestedCallsOf(process: Witness, performed: readonly Performed[]): Seen<NestedCall>[] {
  const calls = callsIn(process, performed)
  return process.sightings.flatMap((sighting) => {
    if (sighting.kind !== 'nested') return []
    const during = ownerOf(sighting.at, callsBy(sighting.from, calls))
    return [{ at: sighting.at, during, thing: { to: sighting.to, how: sighting.how, call: during?.planned.id } }]
  })
}

export function mutationsOf(process: Witness, performed: readonly Performed[]): Seen<InputMutation>[] {
  const calls = callsIn(process, performed)
  return process.sightings.flatMap((sighting) => {
    if (sighting.kind !== 'mutation') return []
    const during = ownerOf(sighting.at, callsBy(sighting.tool, calls))
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

function connectEffect({ target, refused }: { target: string; refused: boolean }): ConnectEffect {
  return { kind: 'connect', target, outcome: refused ? 'refused' : 'lasting', call: undefined }
}

type FileSighting = Pick<FileEffect, 'kind' | 'path' | 'place' | 'existed'> & {
  readonly refused?: boolean
  readonly lasts?: true
}

/** What somebody did to a file, and what came of it: nothing if it was refused, or if no change is to be seen. */
function fileEffect(sighting: FileSighting, change: TreeChange | undefined): FileEffect {
  const { kind, path, place, existed, refused, lasts } = sighting
  const seen = { kind, path, place, existed, call: undefined }
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
