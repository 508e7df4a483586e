import type { Unchecked } from '../../judge/evidence.ts'
import type { Sighting } from '../../sandbox/cell.ts'
import { groupBy } from '../../judge/group-by.ts'
import { lastCallBefore } from './owners.ts'
import type { Pass } from '../call/pass.ts'
import type { Performed } from '../call/perform.ts'
import type { Subject } from '../plan/subject.ts'

/** Memory that may have been in use and was not measured. */
export interface Unmeasured {
  readonly reason: string
  /** Whether only nobody looked for a while: another call may be measured. */
  readonly isTemporary: boolean
}

/** The tools of which a pass does not tell how much memory they took, though none was seen to take too much. */
export function unmeasuredIn({ processes, performed }: Pass): Map<string, Unmeasured> {
  const found = new Map<string, Unmeasured>()
  const unseen = new Map(processes.map(({ number, sightings }) => [number, sightings.filter(isOfMemory)]))
  const made = groupBy(performed, ({ process }) => process)
  for (const [tool, calls] of groupBy(performed, ({ subject }) => subject.tool)) {
    if (calls.some(({ exit }) => exit?.overMemory !== undefined)) continue
    const own = processes.filter(({ number }) => calls.some(({ process }) => process === number))
    const isTraced = own.some((process) => process.isTraced)
    const missed = own.flatMap((process) => {
      // The same calls are made traced and untraced: to have measured them once is enough.
      const isRepeated = isTraced && !process.isTraced
      const sightings = unseen.get(process.number)?.filter((one) => !(isRepeated && one.until !== undefined)) ?? []
      return sightings.filter((one) => concerns(one, calls, made.get(process.number) ?? []))
    })
    const [first] = missed.toSorted((a, b) => Number(a.until !== undefined) - Number(b.until !== undefined))
    if (first !== undefined) found.set(tool, { reason: first.reason, isTemporary: first.until !== undefined })
  }
  return found
}

type MemoryUnseen = Extract<Sighting, { kind: 'memory unseen' }>

function isOfMemory(sighting: Sighting): sighting is MemoryUnseen {
  return sighting.kind === 'memory unseen'
}

/** What lasts concerns whoever is called in that process; what passes, those that were under way or had been called last. */
function concerns({ at, until }: MemoryUnseen, calls: readonly Performed[], made: readonly Performed[]): boolean {
  if (until === undefined) return calls.some((call) => made.includes(call))
  const inOrder = made.toSorted((a, b) => a.reply.sentAt - b.reply.sentAt)
  const before = lastCallBefore(at, inOrder)
  const meanwhile = made.filter(({ reply }) => reply.sentAt <= until && reply.endedAt >= at)
  return [before, ...meanwhile].some((call) => call !== undefined && calls.includes(call))
}

const LATER =
  'Run it again while the machine is less busy; if that changes nothing, promise more than what it starts touches.'

/** Told of tools that promise a limit: one that promises none is not doubted because the machine was busy. */
export function unmeasuredOf({ contract }: Subject, unmeasured: Unmeasured | undefined): readonly Unchecked[] {
  if (unmeasured === undefined || contract?.guarantees.memoryBytes === undefined) return []
  const { reason, isTemporary } = unmeasured
  return [{ promise: 'memory', code: 'E006', reason, ...(isTemporary && { fix: LATER }) }]
}
