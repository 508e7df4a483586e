import type { Json } from '@surety/tool-contracts/tools'
import type { ContractFile, TestCase } from '../author/contract-file.ts'
import { arbitraryOf } from '../inputs/arbitrary.ts'
import { sampleInputs } from '../inputs/sample.ts'
import type { Limits } from '../judge/evidence.ts'
import type { Profile } from './launch.ts'
import { spoilageIn } from './spoilage-in.ts'
import type { PlannedCall, Subject } from './subject.ts'

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

export type Planned = Pick<Subject, 'contract' | 'input' | 'limits' | 'contradicted'>

const GENERATED = { ordinary: 3, explore: 30 }

/** The inputs everything else varies: the declared tests, else or besides them generated ones. */
export async function baseCalls(tool: Planned, planning: Planning): Promise<readonly PlannedCall[] | string> {
  const { contract } = tool
  if (planning.input !== undefined) return [givenCall(planning.input, tool, planning)]
  const tests = (contract?.tests ?? []).flatMap((test, index) =>
    tool.contradicted.has(index) ? [] : [baseCall('test', asJson(test.input), tool, planning, { test, index })],
  )
  if (tests.length === 0 && tool.contradicted.size > 0) return 'Its tests contradict its contract.'
  if (tests.length > 0 && !planning.explore) return tests
  const generated = await generatedCalls(tool, planning)
  if (typeof generated !== 'string') return [...tests, ...generated]
  return tests.length > 0 ? tests : generated
}

/** The input of the command line: one that the schema forbids is to be refused. */
function givenCall(input: Json, tool: Planned, planning: Planning): PlannedCall {
  const base = baseCall('generated', input, tool, planning)
  const parsed = tool.input?.parse(input)
  return parsed === undefined || parsed.ok
    ? base
    : { ...base, purpose: 'spoiled', variation: { kind: 'spoiled', ...spoilageIn(parsed.issues[0]) } }
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
  return { env, network: networkOf(contract), memoryBytes: limits.memoryBytes }
}

/** Does it get a network? */
export function isOnline(contract: ContractFile | undefined): boolean {
  return networkOf(contract) !== false
}

/** What it declares, in one order: who declares the same can be served by the same process. */
function networkOf(contract: ContractFile | undefined): Profile['network'] {
  const network = contract?.guarantees.network
  if (typeof network === 'object') return network.length > 0 && [...new Set(network)].toSorted()
  return network === 'any'
}

/** What YAML can say and JSON cannot (dates, NaN) was refused by the loader. */
function asJson(value: unknown): Json {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives JSON
  return JSON.parse(JSON.stringify(value ?? {})) as Json
}
