import type { ContractFile } from '../author/contract-file.ts'
import { writeDefaults } from '../inputs/defaults.ts'
import { spoil } from '../inputs/spoil.ts'
import type { Variation } from '../judge/call-evidence.ts'
import type { Json } from '../judge/evidence.ts'
import { type Planned, type Planning, baseCalls, isOnline } from './base-calls.ts'
import type { Plan, PlannedCall } from './subject.ts'

const MOST_SPOILED = 4
const MOST_DEFAULTS = 5

/** Which calls show whether the tool keeps its promises? */
export async function planCalls(tool: Planned, planning: Planning): Promise<Plan> {
  const { contract } = tool
  if (contract === undefined && planning.anyContract && !planning.explore && planning.input === undefined)
    return nothing('It has no contract; --explore calls such tools too.')
  const bases = await baseCalls(tool, planning)
  if (typeof bases === 'string') return nothing(bases)
  const once = !planning.contained && !isHarmless(contract)
  const calls = bases.flatMap((base, index) => [base, ...(once ? [] : variantsOf(base, index === 0, tool, planning))])
  return { calls, notCalled: undefined, once }
}

function nothing(reason: string): Plan {
  return { calls: [], notCalled: reason, once: false }
}

function variantsOf(base: PlannedCall, first: boolean, tool: Planned, planning: Planning): PlannedCall[] {
  const vary = (purpose: 'spoiled' | 'default', input: Json, variation: Variation): PlannedCall => ({
    ...base,
    id: planning.nextId(),
    purpose,
    input,
    base: base.id,
    variation,
  })
  const repeats = Array.from({ length: first || base.test !== undefined ? repeatsOf(tool, planning) : 0 }, () => ({
    ...base,
    id: planning.nextId(),
    purpose: 'repeat' as const,
    base: base.id,
  }))
  const schema = tool.input
  // What is to be refused cannot be spoiled.
  const isRefusal = base.test?.expect?.error !== undefined
  if (schema === undefined || isRefusal || !isPlain(base.input)) return repeats
  const spoiled =
    first && planning.input === undefined ? spoil(schema.jsonSchema, base.input, { limit: MOST_SPOILED }) : []
  const defaults = writeDefaults(schema.jsonSchema, base.input).slice(0, MOST_DEFAULTS)
  return [
    ...repeats,
    ...defaults.map(({ input, path, value }) => vary('default', input, { kind: 'default', path, value })),
    ...spoiled.map(({ input, ...spoilage }) => vary('spoiled', input, { kind: 'spoiled', ...spoilage })),
  ]
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

function isPlain(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
