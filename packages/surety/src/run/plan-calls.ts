import { isRecord } from '@surety/tool-contracts/tools'
import type { ContractFile } from '../author/contract-file.ts'
import { writeDefaults } from '../inputs/defaults.ts'
import { propertiesOf } from '../inputs/properties.ts'
import { spoilAll } from '../inputs/spoil-all.ts'
import { list } from '../judge/words.ts'
import { type Planned, type Planning, baseCalls, isOnline } from './base-calls.ts'
import type { Plan, PlannedCall } from './subject.ts'

/** Enough for every fault of twenty properties or so. */
const MAX_SPOILED = 64
const MAX_DEFAULTS = 5

/** Which calls show whether the tool keeps its promises? */
export async function planCalls(tool: Planned, planning: Planning): Promise<Plan> {
  const { contract } = tool
  if (contract === undefined && planning.anyContract && !planning.explore && planning.input === undefined)
    return nothing('It has no contract; --explore calls such tools too.')
  const bases = await baseCalls(tool, planning)
  if (typeof bases === 'string') return nothing(bases)
  const once = !planning.contained && !isHarmless(contract)
  if (once)
    return { calls: bases, notCalled: undefined, once, unspoiled: hasProperties(tool) ? UNCONTAINED : undefined }
  const { spoiled, unspoiled } = spoiledCalls(bases, tool, planning)
  const calls = bases.flatMap((base, index) => [
    base,
    ...variantsOf(base, index === 0, tool, planning),
    ...spoiled.filter((call) => call.base === base.id),
  ])
  return { calls, notCalled: undefined, once, unspoiled }
}

const UNCONTAINED = 'nothing contains what the tool does, so that no wrong values were tried'

function nothing(reason: string): Plan {
  return { calls: [], notCalled: reason, once: false, unspoiled: undefined }
}

/** Inputs with one thing wrong: every fault of every property once, on the first call that has room for it. */
function spoiledCalls(
  bases: readonly PlannedCall[],
  { contract, input: schema }: Planned,
  planning: Planning,
): { readonly spoiled: readonly PlannedCall[]; readonly unspoiled: string | undefined } {
  if (schema === undefined || planning.input !== undefined) return { spoiled: [], unspoiled: undefined }
  const hosts = bases.filter((base) => isRecord(base.input) && !expectsError(base))
  const inputs = hosts.map(({ input }) => input)
  // Whoever promises nothing may take a number's text for the number.
  const { spoiled, left } = spoilAll(schema.jsonSchema, inputs, { limit: MAX_SPOILED, asText: contract !== undefined })
  return {
    spoiled: spoiled.flatMap(({ of, input, path, problem, expected }) => {
      const base = hosts[of]
      if (base === undefined) return []
      const variation = { kind: 'spoiled', path, problem, expected } as const
      return [{ ...base, id: planning.nextId(), purpose: 'spoiled', input, base: base.id, variation }]
    }),
    unspoiled: left.length === 0 ? undefined : `not every wrong value was tried of ${list(left)}`,
  }
}

function hasProperties({ input }: Planned): boolean {
  return propertiesOf(input?.jsonSchema).length > 0
}

function expectsError({ test }: PlannedCall): boolean {
  return test?.expect?.error !== undefined
}

function variantsOf(base: PlannedCall, first: boolean, tool: Planned, planning: Planning): PlannedCall[] {
  const repeats = Array.from({ length: first || base.test !== undefined ? repeatsOf(tool, planning) : 0 }, () => ({
    ...base,
    id: planning.nextId(),
    purpose: 'repeat' as const,
    base: base.id,
  }))
  const schema = tool.input
  if (schema === undefined || expectsError(base) || !isRecord(base.input)) return repeats
  const defaults = writeDefaults(schema.jsonSchema, base.input)
    .slice(0, MAX_DEFAULTS)
    .map(({ input, path, value }) => ({
      ...base,
      id: planning.nextId(),
      purpose: 'default' as const,
      input,
      base: base.id,
      variation: { kind: 'default' as const, path, value },
    }))
  return [...repeats, ...defaults]
}

/** One repeat tells noise from signal; a promise of determinism asks for all of them. */
function repeatsOf({ contract }: Planned, { determinismRuns }: Planning): number {
  const wanted = contract?.guarantees.deterministic === true ? determinismRuns : Math.min(2, determinismRuns)
  return Math.max(0, wanted - 1)
}

/** Is it declared free of effects? */
function isHarmless(contract: ContractFile | undefined): boolean {
  return contract?.guarantees.sideEffects === 'none' && !isOnline(contract)
}
