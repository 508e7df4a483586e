import type { Json } from '@surety/tool-contracts/tools'
import type { ContractFile, TestCase } from '../../author/contract-file.ts'
import { arbitraryOf } from '../../inputs/arbitrary.ts'
import { sampleInputs } from '../../inputs/sample.ts'
import { reachOf } from '../request/reach.ts'
import { violationIn } from './violation-in.ts'
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

export type Planned = Pick<Subject, 'listed' | 'contract' | 'input' | 'limits' | 'network' | 'contradicted'>

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
    : { ...base, purpose: 'invalid', variation: { kind: 'invalid', ...violationIn(parsed.issues[0]) } }
}

async function generatedCalls(tool: Planned, planning: Planning): Promise<readonly PlannedCall[] | string> {
  if (!planning.contained)
    return 'It has no tests, and inputs are generated only where the sandbox contains what the tool does: elsewhere a call is real. A test in its contract calls it, and so does --tool with --input.'
  const danger = planning.explore ? undefined : dangerOf(tool)
  if (danger !== undefined)
    return `It has no tests and ${danger}, so that what a call does would be real. --explore calls it all the same; so ${danger === ONLINE ? 'do a test and the annotation readOnlyHint: true' : 'does a test'}.`
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

const ONLINE = 'the server has a network'

/** Why generated inputs might do harm outside, if so: nobody knows yet what the tool does with them. */
function dangerOf({ contract, listed, network }: Planned): string | undefined {
  if (reachOf(contract?.guarantees.network) !== false) return 'declares network'
  const isOnline = network.length > 0 && contract?.guarantees.network !== 'none'
  return isOnline && listed.annotations?.readOnlyHint !== true ? ONLINE : undefined
}

/** Does the input meet every precondition? One that fails to answer is not met. */
export async function meetsPreconditions(contract: ContractFile | undefined, input: Json): Promise<boolean> {
  for (const condition of contract?.preconditions ?? []) if (!(await condition.holds(input))) return false
  return true
}

function baseCall(
  purpose: 'test' | 'generated',
  input: Json,
  { contract, limits, network }: Planned,
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
    profile: {
      env: declared?.test.env ?? {},
      network: reachOf(network, contract?.guarantees.network),
      memoryBytes: limits.memoryBytes,
    },
  }
}

/** What YAML can say and JSON cannot (dates, NaN) was refused by the loader. */
function asJson(value: unknown): Json {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives JSON
  return JSON.parse(JSON.stringify(value ?? {})) as Json
}
