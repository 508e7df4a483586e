import type { Json } from '@surety/tool-contracts/tools'
import type { ListedTool } from '../connect/session.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import type { Gathering } from './gathering.ts'
import { insideOf } from './inside.ts'
import type { Observation } from './observe.ts'
import type { Pass } from './pass.ts'
import { pool } from './pool.ts'
import { repetitionOf } from './repetition.ts'
import type { Subject } from './subject.ts'
import { toolEvidence } from './tool-evidence.ts'

const AT_ONCE = 4

/** The evidence about every tool, from what was observed of each. */
export async function evidenceOf(
  { launch, subjects, changedSinceLock, settleMs }: Gathering,
  pass: Pass,
  acceptedNeighbours: ReadonlyMap<number, Json>,
  observationOf: (subject: Subject) => Observation,
): Promise<ToolEvidence[]> {
  const { processes, listings, uncalled } = pass
  const start = processes.flatMap(({ listed }) => (listed === undefined ? [] : [byName(listed)]))
  const around = {
    processes,
    listings: { start, end: listings.map(byName) },
    uncalled,
    changedSinceLock,
    acceptedNeighbours,
    inside: insideOf(launch, pass),
  }
  return pool(subjects, AT_ONCE, async (subject) => {
    const observation = observationOf(subject)
    const repetition = await repetitionOf(launch, subject, observation, settleMs)
    return toolEvidence(subject, observation, repetition, around)
  })
}

function byName(tools: readonly ListedTool[]): ReadonlyMap<string, ListedTool> {
  return new Map(tools.map((tool) => [tool.name, tool]))
}
