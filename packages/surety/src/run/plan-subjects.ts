import { type Bound, bind, firstIssue } from '../author/bind.ts'
import { compileSchema } from '../author/compile-schema.ts'
import type { CheckConfig } from '../author/config.ts'
import type { CompiledSchema, ContractFile, Problem } from '../author/contract-file.ts'
import type { ListedTool } from '../connect/session.ts'
import type { Json, Limits } from '../judge/evidence.ts'
import { type Planning, meetsPreconditions } from './base-calls.ts'
import { planCalls } from './plan-calls.ts'
import { quick } from './quick-schema.ts'
import type { Subject } from './subject.ts'

const MB = 1024 * 1024

/** Each listed tool with its contract, its schemas and the calls to make. */
export async function planSubjects(
  tools: readonly ListedTool[],
  contracts: readonly ContractFile[],
  check: CheckConfig,
  planning: Planning,
): Promise<Subject[]> {
  const byTool = new Map(contracts.map((contract) => [contract.tool, contract]))
  return Promise.all(
    tools.map(async (listed) => {
      const contract = byTool.get(listed.name)
      const bound = quickened(contract === undefined ? unbound(listed) : bind(contract, listed), contract)
      const limits = limitsOf(contract, check)
      const plan = await planCalls({ contract, input: bound.input, limits }, planning)
      const problems = [
        ...bound.problems,
        ...testsAgainstSchema(contract, bound.input),
        ...(await testsAgainstPreconditions(contract)),
      ]
      return { tool: listed.name, listed, contract, ...bound, problems, limits, plan }
    }),
  )
}

/** The contract's guarantee beats its limit, which beats the configuration, which has the defaults. */
function limitsOf(contract: ContractFile | undefined, check: CheckConfig): Limits {
  const { guarantees, limits } = contract ?? {}
  return {
    timeoutMs: guarantees?.maxExecutionMs ?? limits?.timeoutMs ?? check.timeoutMs,
    outputBytes: guarantees?.maxOutputBytes ?? limits?.maxOutputBytes ?? check.maxOutputSizeKb * 1024,
    memoryBytes: guarantees?.memoryBytes ?? (limits?.memoryMb ?? check.memoryLimitMb) * MB,
  }
}

function unbound({ inputSchema, outputSchema }: ListedTool): Bound {
  return { input: compiled(inputSchema), output: compiled(outputSchema), tests: [], problems: [] }
}

function compiled(schema: unknown): CompiledSchema | undefined {
  const made = schema === undefined ? undefined : compileSchema(schema)
  return made?.ok === true ? made.schema : undefined
}

/** Semantic types ask for more than the schema says. */
function quickened(bound: Bound, contract: ContractFile | undefined): Bound {
  const { input = {}, output = {} } = contract?.semanticTypes ?? {}
  return {
    ...bound,
    input: Object.keys(input).length > 0 ? bound.input : quick(bound.input),
    output: Object.keys(output).length > 0 ? bound.output : quick(bound.output),
    tests: bound.tests.map(quick),
  }
}

/** A test that expects an answer must be a call the schema allows. */
function testsAgainstSchema(contract: ContractFile | undefined, schema: CompiledSchema | undefined): Problem[] {
  if (contract === undefined) return []
  const { file, tool, tests, examples, locate } = contract
  return tests.flatMap(({ input, expect }, index) => {
    // What is wrong with an example is said at the example.
    const isExample = examples.some((example) => example.input === input)
    const issue = expect?.error === undefined && !isExample ? firstIssue(schema, input) : undefined
    if (issue === undefined) return []
    const message = `'tests[${index}].input' does not fit its schema: ${issue}`
    const fix = 'Give it an input that fits, or expect the error.'
    return [{ file, tool, ...locate(['tests', index, 'input']), message, fix }]
  })
}

/** A test that expects an answer must be a call the contract allows. */
async function testsAgainstPreconditions(contract: ContractFile | undefined): Promise<Problem[]> {
  if (contract === undefined || contract.preconditions.length === 0) return []
  const problems: Problem[] = []
  for (const [index, test] of contract.tests.entries()) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test's input was parsed from YAML or JSON
    if (test.expect?.error !== undefined || (await meetsPreconditions(contract, test.input as Json))) continue
    problems.push({
      file: contract.file,
      tool: contract.tool,
      ...contract.locate(['tests', index, 'input']),
      message: `The test '${test.name}' breaks a precondition of its own contract.`,
      fix: 'Give it an input that meets every precondition, or expect the error.',
    })
  }
  return problems
}
