import type { Performed } from './perform.ts'
import type { ServerProcess } from './server-process.ts'

/** What a process showed. */
export type Witness = Pick<ServerProcess, 'number' | 'sightings' | 'scans'>

/** By place: the tools that were seen changing it. */
export type Doers = ReadonlyMap<string, ReadonlySet<string>>

/** Who was seen changing what, in any of the processes. */
export function doersIn(processes: readonly Witness[], performed: readonly Performed[]): Doers {
  const doers = new Map<string, Set<string>>()
  for (const process of processes) {
    const calls = callsIn(process, performed)
    for (const sighting of process.sightings) {
      if (!('place' in sighting)) continue
      const own = doers.get(spotKey(sighting)) ?? new Set()
      const owner = ownerOf(sighting.at, calls)
      if (owner !== undefined) doers.set(spotKey(sighting), own.add(owner.subject.tool))
    }
  }
  return doers
}

export function callsIn(process: Witness, performed: readonly Performed[]): Performed[] {
  if (process.sightings.length === 0 && process.scans.length === 0) return []
  return performed.filter((one) => one.process === process.number).toSorted((a, b) => a.reply.sentAt - b.reply.sentAt)
}

/** The spy knows whose call it was, whenever it came. */
export function callsBy(tool: string | undefined, calls: readonly Performed[]): readonly Performed[] {
  return tool === undefined ? calls : calls.filter(({ subject }) => subject.tool === tool)
}

export function ownerOf(at: number, calls: readonly Performed[]): Performed | undefined {
  return calls.findLast(({ reply }) => reply.sentAt <= at)
}

/** Whoever may have done between two looks what only the second shows: each tool, by the first of its calls. */
export function ownersIn(since: number, at: number, calls: readonly Performed[]): readonly (Performed | undefined)[] {
  const within = calls.filter(({ reply }) => reply.sentAt >= since && reply.sentAt <= at)
  const first = new Map(within.toReversed().map((call) => [call.subject.tool, call]))
  return first.size > 0 ? [...first.values()].toReversed() : [ownerOf(at, calls)]
}

/** Those who are known to do it; if none of them is, any of them may have. */
export function suspects<Call extends Performed | undefined>(
  owners: readonly Call[],
  known: ReadonlySet<string> | undefined,
): readonly Call[] {
  const doing = owners.filter((call) => call !== undefined && known?.has(call.subject.tool) === true)
  return doing.length > 0 ? doing : owners
}

export function spotKey({ place, path }: { readonly place: string; readonly path: string }): string {
  return `${place} ${path}`
}
