import { type Bound, bind } from '../author/bind.ts'
import { compileSchema } from '../author/compile-schema.ts'
import type { CheckConfig } from '../author/config.ts'
import type { CompiledSchema, ContractFile } from '../author/contract-file.ts'
import type { ListedTool } from '../connect/session.ts'
import type { Limits } from '../judge/evidence.ts'
import type { Planning } from './base-calls.ts'
import { contradictions } from './contradictions.ts'
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
      const contradicted = await contradictions(contract, bound)
      const plan = await planCalls({ contract, input: bound.input, limits, contradicted }, planning)
      return { tool: listed.name, listed, contract, ...bound, limits, contradicted, plan }
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
