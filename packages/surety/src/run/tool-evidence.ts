import type { ListedTool } from '../connect/session.ts'
import { propertiesOf } from '../inputs/properties.ts'
import type {
  ContractEvidence,
  Inside,
  Json,
  ProtocolProblem,
  Repetition,
  ToolDefinition,
  ToolEvidence,
  Unchecked,
  UnrunTest,
} from '../judge/evidence.ts'
import { callEvidence, isMisjudged } from './call-evidence.ts'
import { definitionOf } from './definition.ts'
import type { Observation } from './observe.ts'
import type { Uncalled } from './pass.ts'
import type { ServerProcess } from './server-process.ts'
import type { Subject } from './subject.ts'

/** A listing, to look tools up in. */
type ByName = ReadonlyMap<string, ListedTool>

export interface Surroundings {
  readonly processes: readonly ServerProcess[]
  /** What each process listed before its first call, and what when it was done. */
  readonly listings: { readonly start: readonly ByName[]; readonly end: readonly ByName[] }
  readonly uncalled: readonly Uncalled[]
  /** By refused generated call: a near input that was accepted. */
  readonly acceptedNeighbours: ReadonlyMap<number, Json>
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
    ...(observation.blind !== undefined && { blind: observation.blind }),
    inside: around.inside(subject.tool),
    repetition,
    unchecked: calls.length === 0 ? [] : [...untested(missed), ...unspoiled(subject), ...unresolved(subject)],
    unrun: missed.filter(({ hasRun }) => !hasRun).flatMap(unrunTest),
    notCalled: subject.plan.notCalled ?? (calls.length === 0 ? missed[0]?.reason : undefined),
    limits: subject.limits,
  }
}

/** Calls that everything else repeats or varies and that no process could be started for. */
function missedCalls({ tool }: Subject, { calls }: Observation, { uncalled }: Surroundings): readonly Uncalled[] {
  const made = new Set(calls.map(({ planned }) => planned.id))
  return uncalled.filter(
    ({ planned, subject }) => subject.tool === tool && planned.base === undefined && !made.has(planned.id),
  )
}

function unrunTest({ planned: { test }, reason }: Uncalled): readonly UnrunTest[] {
  return test === undefined ? [] : [{ test: test.name, at: test.at, reason }]
}

function untested(missed: readonly Uncalled[]): readonly Unchecked[] {
  const test = missed.find(({ planned, hasRun }) => planned.purpose === 'test' && hasRun)
  return test === undefined ? [] : [{ promise: 'tests', code: 'E004', reason: test.reason }]
}

/** Wrong inputs that were not tried, of a contract that has an input schema. */
function unspoiled({ contract, plan: { unspoiled: reason, once } }: Subject): readonly Unchecked[] {
  if (contract?.inputSchema === undefined || reason === undefined) return []
  const fix = once ? {} : { fix: 'Add a test whose input has these properties.' }
  return [{ promise: 'input_schema', code: 'E008', reason, ...fix }]
}

/** A schema that a test names and nobody has; where the contract names it too, that is told as W021. */
function unresolved({ contract, output, contradicted }: Subject): readonly Unchecked[] {
  if (contract === undefined || output !== undefined || contract.outputSchema !== undefined) return []
  const test = contract.tests.find(
    ({ expect }, index) => expect?.outputSchema?.kind === 'name' && !contradicted.has(index),
  )
  if (test === undefined) return []
  const reason = `test '${test.name}' names an output schema, and the tool has none`
  return [
    { promise: 'tests', code: 'E007', reason, fix: 'Give the tool an output schema, or write it into the contract.' },
  ]
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

function contractEvidence({ contract, problems, contradicted, input, output }: Subject): ContractEvidence | undefined {
  if (contract === undefined) return undefined
  const { guarantees, errors, inputSchema, outputSchema } = contract
  const conditions = [...contract.preconditions, ...contract.postconditions]
  return {
    file: contract.file,
    problems: [...problems, ...contradicted.values()],
    ignored: contract.ignore,
    limits: contract.limits,
    promised: {
      ...guarantees,
      idempotent: contract.idempotent,
      errors:
        errors && [...errors, ...conditions.map(({ errorCode }) => ({ code: errorCode }))].map(({ code }) => code),
      inputSchemaName: inputSchema?.kind === 'name' ? inputSchema.name : undefined,
      outputSchemaName: outputSchema?.kind === 'name' ? outputSchema.name : undefined,
      checksInput: inputSchema !== undefined && propertiesOf(input?.jsonSchema).length > 0,
      checksOutput: outputSchema !== undefined && Object.keys(output?.jsonSchema ?? {}).length > 0,
      postconditions: contract.postconditions.map(({ description }) => description),
    },
  }
}
