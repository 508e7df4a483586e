import { isRecord } from '@surety/tool-contracts/tools'
import type { ContractFile } from '../../author/contract-file.ts'
import { writeDefaults } from '../../inputs/defaults.ts'
import { propertiesOf } from '../../inputs/properties.ts'
import { invalidateAll } from '../../inputs/invalidate-all.ts'
import { list } from '../../judge/words.ts'
import { type Planned, type Planning, baseCalls } from './base-calls.ts'
import { isAnswer } from './error-expectation.ts'
import { reachOf } from '../request/reach.ts'
import type { Plan, PlannedCall } from './subject.ts'

/** Enough for every fault of twenty properties or so. */
const MAX_INVALID = 64
const MAX_DEFAULTS = 5

/** Which calls show whether the tool keeps its promises? */
export async function planCalls(tool: Planned, planning: Planning): Promise<Plan> {
  const leftOut = whyLeftOut(tool.contract, planning)
  if (leftOut !== undefined) return nothing(leftOut)
  const bases = await baseCalls(tool, planning)
  if (typeof bases === 'string') return nothing(bases)
  const mayCallOnlyOnce = !planning.contained && !isHarmless(tool)
  if (mayCallOnlyOnce)
    return {
      calls: bases,
      notCalled: undefined,
      mayCallOnlyOnce,
      invalidInputsNotTried: hasProperties(tool) ? UNCONTAINED : undefined,
    }
  const { invalid, invalidInputsNotTried } = invalidCalls(bases, tool, planning)
  const calls = bases.flatMap((base, index) => [
    base,
    ...variantsOf(base, index === 0, tool, planning),
    ...invalid.filter((call) => call.base === base.id),
  ])
  return { calls, notCalled: undefined, mayCallOnlyOnce, invalidInputsNotTried }
}

/** Why a tool is not even to be called, if so: where there are contracts, one without is left alone. */
export function whyLeftOut(contract: ContractFile | undefined, planning: Planning): string | undefined {
  const { anyContract, explore, input } = planning
  if (contract !== undefined || !anyContract || explore || input !== undefined) return undefined
  return 'It has no contract; --explore calls such tools too.'
}

const UNCONTAINED = 'nothing contains what the tool does, so that no wrong values were tried'

function nothing(reason: string): Plan {
  return { calls: [], notCalled: reason, mayCallOnlyOnce: false, invalidInputsNotTried: undefined }
}

/** Inputs with one thing wrong: every fault of every property once, on the first call that has room for it. */
function invalidCalls(
  bases: readonly PlannedCall[],
  { contract, input: schema }: Planned,
  planning: Planning,
): { readonly invalid: readonly PlannedCall[]; readonly invalidInputsNotTried: string | undefined } {
  if (schema === undefined || planning.input !== undefined) return { invalid: [], invalidInputsNotTried: undefined }
  const varied = bases.filter((base) => isRecord(base.input) && expectsResult(base))
  const inputs = varied.map(({ input }) => input)
  // Whoever promises nothing may take a number's text for the number.
  const { invalid, left } = invalidateAll(schema.jsonSchema, inputs, {
    limit: MAX_INVALID,
    asText: contract !== undefined,
  })
  return {
    invalid: invalid.flatMap(({ of, input, path, problem, expected }) => {
      const base = varied[of]
      if (base === undefined) return []
      const variation = { kind: 'invalid', path, problem, expected } as const
      return [{ ...base, id: planning.nextId(), purpose: 'invalid', input, base: base.id, variation }]
    }),
    invalidInputsNotTried: left.length === 0 ? undefined : `not every wrong value was tried of ${list(left)}`,
  }
}

function hasProperties({ input }: Planned): boolean {
  return propertiesOf(input?.jsonSchema).length > 0
}

/** Is the input one that the tool should take? A failure that is found in what the tool does takes an answer. */
function expectsResult({ test }: PlannedCall): boolean {
  const error = test?.expect?.error
  return error === undefined || !(isAnswer(error) || error.type === 'unbounded_execution')
}

function variantsOf(base: PlannedCall, first: boolean, tool: Planned, planning: Planning): PlannedCall[] {
  const repeats = Array.from({ length: isWorthRepeating(base, first) ? repeatsOf(tool, planning) : 0 }, () => ({
    ...base,
    id: planning.nextId(),
    purpose: 'repeat' as const,
    base: base.id,
  }))
  const schema = tool.input
  if (schema === undefined || !expectsResult(base) || !isRecord(base.input)) return repeats
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

/** A call that is expected never to be answered tells nothing new. */
function isWorthRepeating({ test }: PlannedCall, first: boolean): boolean {
  return (first || test !== undefined) && test?.expect?.error?.type !== 'unbounded_execution'
}

/** One repeat tells noise from signal; a promise of determinism asks for all of them. */
function repeatsOf({ contract }: Planned, { determinismRuns }: Planning): number {
  const wanted = contract?.guarantees.deterministic === true ? determinismRuns : Math.min(2, determinismRuns)
  return Math.max(0, wanted - 1)
}

/** Is it declared free of effects? */
function isHarmless({ contract, network }: Planned): boolean {
  return contract?.guarantees.sideEffects === 'none' && reachOf(network, contract.guarantees.network) === false
}
