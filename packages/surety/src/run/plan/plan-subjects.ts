import { setImmediate as turn } from 'node:timers/promises'
import { type Bound, bind } from '../../author/bind.ts'
import { compileSchema } from '../../author/schema/compile-schema.ts'
import type { CheckConfig, ServerNetwork } from '../../author/config/config.ts'
import type { CompiledSchema, ContractFile } from '../../author/contract-file.ts'
import type { ListedTool } from '../../connect/session.ts'
import type { Limits } from '../../judge/evidence.ts'
import type { Planning } from './base-calls.ts'
import { contradictions } from './contradictions.ts'
import { planCalls, whyLeftOut } from './plan-calls.ts'
import type { Subject } from './subject.ts'

const MB = 1024 * 1024

/** Each listed tool with its contract, its schemas and the calls to make. */
export async function planSubjects(
  tools: readonly ListedTool[],
  contracts: readonly ContractFile[],
  check: CheckConfig,
  planning: Planning & { readonly network: ServerNetwork },
): Promise<Subject[]> {
  const { network } = planning
  const byTool = new Map(contracts.map((contract) => [contract.tool, contract]))
  const subjects: Subject[] = []
  for (const listed of tools) {
    // Schemas take their time to compile, and a server may list many: a signal gets its turn in between.
    await turn()
    const contract = byTool.get(listed.name)
    const bound = contract === undefined ? unbound(listed, planning) : bind(contract, listed)
    const limits = limitsOf(contract, check)
    const contradicted = await contradictions(contract, bound)
    const plan = await planCalls({ listed, contract, input: bound.input, limits, network, contradicted }, planning)
    subjects.push({ tool: listed.name, listed, contract, ...bound, limits, network, contradicted, plan })
  }
  return subjects
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

/** The schemas of a tool that is not called are nobody's concern. */
function unbound({ inputSchema, outputSchema }: ListedTool, planning: Planning): Bound {
  if (whyLeftOut(undefined, planning) !== undefined)
    return { input: undefined, output: undefined, tests: [], problems: [] }
  return { input: compiled(inputSchema), output: compiled(outputSchema), tests: [], problems: [] }
}

function compiled(schema: unknown): CompiledSchema | undefined {
  const made = schema === undefined ? undefined : compileSchema(schema)
  return made?.ok === true ? made.schema : undefined
}
