import type { CompiledSchema, ContractFile, TestCase } from '../author/contract-file.ts'
import { arbitraryOf } from '../inputs/arbitrary.ts'
import { writeDefaults } from '../inputs/defaults.ts'
import { sampleInputs } from '../inputs/sample.ts'
import { spoil } from '../inputs/spoil.ts'
import type { Json, Limits, Variation } from '../judge/evidence.ts'
import type { Profile } from './launch.ts'
import type { Plan, PlannedCall } from './subject.ts'

/** What the run as a whole says about which calls to make. */
export interface Planning {
  readonly contained: boolean
  readonly explore: boolean
  /** Whether any tool of this server has a contract. */
  readonly anyContract: boolean
  readonly seed: number
  readonly determinismRuns: number
  /** The one input to try, from the command line. */
  readonly input: Json | undefined
  readonly nextId: () => number
}

export interface Planned {
  readonly contract: ContractFile | undefined
  readonly input: CompiledSchema | undefined
  readonly limits: Limits
}

const GENERATED = { ordinary: 3, explore: 30 }
const MOST_SPOILED = 4
const MOST_DEFAULTS = 5

/** Which calls show whether the tool keeps its promises? */
export async function planCalls(tool: Planned, planning: Planning): Promise<Plan> {
  const { contract } = tool
  if (contract === undefined && planning.anyContract && !planning.explore && planning.input === undefined)
    return nothing('It has no contract; --explore calls such tools too.')
  const bases = await basesOf(tool, planning)
  if (typeof bases === 'string') return nothing(bases)
  const varied = planning.contained || isHarmless(contract)
  const calls = bases.flatMap((base, index) => [base, ...(varied ? variantsOf(base, index === 0, tool, planning) : [])])
  return { calls, notCalled: undefined, unchecked: [] }
}

function nothing(reason: string): Plan {
  return { calls: [], notCalled: reason, unchecked: [] }
}

/** The inputs everything else varies: the declared tests, else or besides them generated ones. */
async function basesOf(tool: Planned, planning: Planning): Promise<readonly PlannedCall[] | string> {
  const { contract } = tool
  if (planning.input !== undefined) return [baseCall('generated', planning.input, tool, planning)]
  const tests = (contract?.tests ?? []).map((test, index) =>
    baseCall('test', asJson(test.input), tool, planning, { test, index }),
  )
  if (tests.length > 0 && !planning.explore) return tests
  const generated = await generatedCalls(tool, planning)
  if (typeof generated !== 'string') return [...tests, ...generated]
  return tests.length > 0 ? tests : generated
}

async function generatedCalls(tool: Planned, planning: Planning): Promise<readonly PlannedCall[] | string> {
  if (!planning.contained)
    return 'It has no tests, and inputs are generated only where the sandbox contains what the tool does.'
  if (isOnline(tool.contract) && !planning.explore)
    return 'It has no tests and declares network, where generated inputs would really be sent; add a test, or allow it with --explore.'
  const schema = tool.input
  if (schema === undefined) return 'It has no tests and no input schema to generate inputs from.'
  const made = arbitraryOf(schema.jsonSchema, { validate: (value) => schema.parse(value).ok, type: 'object' })
  if (!made.ok) return `It has no tests, and no input could be generated: ${made.reason}`
  const count = planning.explore ? GENERATED.explore : GENERATED.ordinary
  const inputs = sampleInputs(made, { seed: planning.seed, count })
  const allowed = await Promise.all(inputs.map((input) => meetsPreconditions(tool.contract, input)))
  const calls = inputs.filter((_, index) => allowed[index]).map((input) => baseCall('generated', input, tool, planning))
  return calls.length > 0 ? calls : 'It has no tests, and no generated input met its preconditions.'
}

/** Does the input meet every precondition? One that fails to answer is not met. */
export async function meetsPreconditions(contract: ContractFile | undefined, input: Json): Promise<boolean> {
  for (const condition of contract?.preconditions ?? []) if (!(await condition.holds(input))) return false
  return true
}

function variantsOf(base: PlannedCall, first: boolean, tool: Planned, planning: Planning): PlannedCall[] {
  if (base.test?.expect?.error !== undefined) return []
  const schema = tool.input
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
  if (schema === undefined || !isPlain(base.input)) return repeats
  const spoiled = first ? spoil(schema.jsonSchema, base.input, { limit: MOST_SPOILED }) : []
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

function baseCall(
  purpose: 'test' | 'generated',
  input: Json,
  { contract, limits }: Planned,
  { nextId }: Planning,
  declared?: { readonly test: TestCase; readonly index: number },
): PlannedCall {
  return {
    id: nextId(),
    purpose,
    input,
    test: declared?.test,
    testIndex: declared?.index,
    base: undefined,
    variation: undefined,
    profile: profileOf(contract, limits, declared?.test.env ?? {}),
  }
}

function profileOf(contract: ContractFile | undefined, limits: Limits, env: Profile['env']): Profile {
  return { env, network: isOnline(contract), memoryBytes: limits.memoryBytes }
}

/** Does it get the network? */
function isOnline(contract: ContractFile | undefined): boolean {
  const network = contract?.guarantees.network
  return network !== undefined && network !== 'none'
}

/** Is all it may do confined to the copy it runs on? */
function isHarmless(contract: ContractFile | undefined): boolean {
  return contract?.guarantees.sideEffects !== undefined && !isOnline(contract)
}

function isPlain(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What YAML can say and JSON cannot (dates, NaN) was refused by the loader. */
function asJson(value: unknown): Json {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives JSON
  return JSON.parse(JSON.stringify(value ?? {})) as Json
}
