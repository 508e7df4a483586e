import type { ListedTool } from '../../connect/session.ts'
import type {
  Inside,
  ProtocolProblem,
  Repetition,
  ToolDefinition,
  ToolEvidence,
  UnrunTest,
} from '../../judge/evidence.ts'
import { callEvidence, isMisjudged } from './call-evidence.ts'
import { contractEvidence } from './contract-evidence.ts'
import { definitionOf } from './definition.ts'
import type { AcceptedNeighbours } from '../call/neighbours.ts'
import type { Observation } from './observe.ts'
import type { Uncalled } from '../call/pass.ts'
import type { ServerProcess } from '../process/server-process.ts'
import type { Subject } from '../plan/subject.ts'
import { uncheckedOf } from './unchecked.ts'

/** A listing, to look tools up in. */
type ByName = ReadonlyMap<string, ListedTool>

export interface Surroundings {
  readonly processes: readonly ServerProcess[]
  /** What each process listed before its first call, and what when it was done. */
  readonly listings: { readonly start: readonly ByName[]; readonly end: readonly ByName[] }
  readonly uncalled: readonly Uncalled[]
  /** By refused generated call: a near input that was accepted. */
  readonly acceptedNeighbours: AcceptedNeighbours
  readonly changedSinceLock: ReadonlyMap<string, readonly string[]> | undefined
  /** By tool: what the spy saw of it. */
  readonly inside: (tool: string) => Inside
}

/** All that was seen of one tool, put in the form the rules judge. */
export async function toolEvidence(
  subject: Subject,
  observation: Observation,
  repetition: Repetition | undefined,
  around: Surroundings,
): Promise<ToolEvidence> {
  const definition = definitionOf(subject.listed)
  const calls = observation.calls.filter((call) => !isMisjudged(call))
  const missed = missedCalls(subject, observation, around)
  const unfinished = observation.unfinished ?? cutOff(subject, calls.length, around)
  return {
    tool: subject.tool,
    definition,
    definitionAtEnd: relistedAs(subject, definition, around.listings.end),
    definitionElsewhere: relistedAs(subject, definition, around.listings.start),
    protocolProblems: protocolProblems(subject, observation, around.processes),
    changedSinceLock: around.changedSinceLock?.get(subject.tool) ?? (around.changedSinceLock && []),
    contract: contractEvidence(subject),
    calls: await Promise.all(calls.map((call) => callEvidence(call, around))),
    effects: observation.effects,
    nestedCalls: observation.nestedCalls,
    mutations: observation.mutations,
    programs: observation.programs,
    ...(observation.blind !== undefined && { blind: observation.blind }),
    inside: around.inside(subject.tool),
    repetition,
    unchecked: calls.length === 0 ? [] : uncheckedOf(subject, missed, observation.unmeasured),
    unrun: missed.filter(({ hasRun }) => !hasRun).flatMap(unrunTest),
    notCalled: subject.plan.notCalled ?? (calls.length === 0 ? missed[0]?.reason : undefined),
    limits: subject.limits,
    ...(unfinished !== undefined && { unfinished }),
  }
}

/** Calls that everything else repeats or varies and that no process could be started for. */
function missedCalls({ tool }: Subject, { calls }: Observation, { uncalled }: Surroundings): readonly Uncalled[] {
  const made = new Set(calls.map(({ planned }) => planned.id))
  return uncalled.filter(
    ({ planned, subject }) => subject.tool === tool && planned.base === undefined && !made.has(planned.id),
  )
}

/** Where the run ended before all its calls were made: how many were. */
function cutOff({ tool }: Subject, made: number, { uncalled }: Surroundings): string | undefined {
  const left = uncalled.filter(({ isCutOff, subject }) => isCutOff === true && subject.tool === tool)
  const [first] = left
  if (first === undefined) return undefined
  return made === 0
    ? `${first.reason} before it was called`
    : `${first.reason} after ${made} of ${made + left.length} calls`
}

function unrunTest({ planned: { test }, reason }: Uncalled): readonly UnrunTest[] {
  return test === undefined ? [] : [{ test: test.name, at: test.at, reason }]
}

/** The first listing that differs, if one does. */
function relistedAs(
  { tool, listed }: Subject,
  first: ToolDefinition,
  listings: readonly ByName[],
): ToolDefinition | null | undefined {
  const others = listings.map((tools) => {
    const other = tools.get(tool)
    if (other === listed) return first
    return other === undefined ? null : definitionOf(other)
  })
  const differs = (other: ToolDefinition | null): boolean =>
    other !== first && JSON.stringify(other) !== JSON.stringify(first)
  return others.find(differs) ?? (others.includes(null) ? null : others[0])
}

function protocolProblems(
  { tool }: Subject,
  { calls }: Observation,
  processes: readonly ServerProcess[],
): readonly ProtocolProblem[] {
  return processes.flatMap(({ number, problems }) =>
    problems
      .filter((problem) => problem.tool === tool)
      .map(({ at, text }) => {
        const before = calls.filter(({ process, reply }) => process === number && reply.sentAt <= at)
        return { problem: text, call: before.at(-1)?.planned.id }
      }),
  )
}
