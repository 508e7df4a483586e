import type { ListedTool } from '../../connect/session.ts'
import type { Repetition, ToolEvidence } from '../../judge/evidence.ts'
import type { Gathering } from '../call/gathering.ts'
import type { AcceptedNeighbours } from '../call/neighbours.ts'
import type { Observation } from './observe.ts'
import type { Pass } from '../call/pass.ts'
import { pool } from '../pool.ts'
import type { Stop } from '../request/stop.ts'
import type { Subject } from '../plan/subject.ts'
import { toolEvidence } from './tool-evidence.ts'

const AT_ONCE = 4

/** By tool that claims that repeats of a call change nothing further: what they did. */
export type Repetitions = ReadonlyMap<Subject, Repetition>

/** What was seen, of all tools and of each. */
interface Seen {
  readonly pass: Pass
  readonly accepted: AcceptedNeighbours
  readonly repetitions: Repetitions
  readonly observationOf: (subject: Subject) => Observation
}

/** The evidence about every tool, from what was observed of each. */
export async function evidenceOf(
  { server, insideOf, subjects, changedSinceLock, settleMs }: Gathering,
  { pass, accepted, repetitions, observationOf }: Seen,
): Promise<ToolEvidence[]> {
  const { processes, listings, uncalled } = pass
  const start = processes.flatMap(({ listed }) => (listed === undefined ? [] : [byName(listed)]))
  const around = {
    processes,
    listings: { start, end: listings.map(byName) },
    uncalled,
    changedSinceLock,
    acceptedNeighbours: accepted,
    inside: insideOf(pass),
  }
  return pool(subjects, AT_ONCE, async (subject) => {
    const observation = observationOf(subject)
    const evidence = await toolEvidence(subject, observation, repetitions.get(subject), around)
    const unfinished = endedTooSoon(observation, server.stop, settleMs)
    return unfinished === undefined ? evidence : { unfinished, ...evidence }
  })
}

/** Where the run ended so soon after an answer that nobody could see what follows it. */
function endedTooSoon({ calls }: Observation, { at, words }: Stop, settleMs: number): string | undefined {
  const isTooSoon = at !== undefined && calls.some(({ reply }) => reply.endedAt > at - settleMs)
  return isTooSoon ? `${words} before what follows its answers could be seen` : undefined
}

function byName(tools: readonly ListedTool[]): ReadonlyMap<string, ListedTool> {
  return new Map(tools.map((tool) => [tool.name, tool]))
}
