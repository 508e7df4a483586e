import type { DeclaredToolContract } from '@surety/tool-contracts'
import { toTool } from '@surety/tool-contracts/mcp'
import { effectSentence } from '@surety/tool-contracts/tools'
import type { CompiledTool } from '../module.ts'
import type { DocumentedTool, GuardedTool } from './document.ts'

/** A tool of a module, for each of the documents. */
export function documentedTool(tool: CompiledTool): DocumentedTool & GuardedTool {
  const { approval, capabilities, errors = [], guarantees, idempotent = false } = tool
  const { sideEffects, writes, network } = guarantees
  const rule = approval === 'always' || approval === 'never' ? approval : (): boolean => true
  return {
    name: tool.tool,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    constraints: constraintsOf(tool, tool.limits),
    examples: tool.examples,
    capabilities,
    effects: effectSentence({
      capabilities,
      writes,
      idempotent,
      approval: rule,
      ...(network !== undefined && { network }),
      ...(sideEffects !== undefined && { sideEffects }),
    }),
    approval,
    errors: withConditions(errors, [...tool.preconditions, ...tool.postconditions]),
  }
}

/** A contract declared in code, for each of the documents. */
export function documentedContract(contract: DeclaredToolContract): DocumentedTool & GuardedTool {
  const { approval = 'never', preconditions = [], postconditions = [], errorCodes = [] } = contract
  const { inputSchema, outputSchema } = toTool(contract)
  const errors = errorCodes.map(({ code, description, retryable = false }) => ({ code, description, retryable }))
  return {
    name: contract.toolName,
    description: contract.description,
    inputSchema,
    outputSchema,
    constraints: constraintsOf(contract, contract.resourceLimits),
    examples: contract.examples ?? [],
    capabilities: contract.capabilities,
    effects: effectSentence(contract),
    approval: typeof approval === 'function' ? 'conditional' : approval,
    errors: withConditions(errors, [...preconditions, ...postconditions]),
  }
}

type Conditions = readonly { readonly errorCode: string; readonly description: string }[]

/** Those that the contract states; where it states none, those that its conditions and limits are. */
function constraintsOf(
  stated: {
    readonly constraints?: readonly string[]
    readonly preconditions?: Conditions
    readonly postconditions?: Conditions
  },
  limits: Partial<Readonly<Record<'timeoutMs' | 'memoryMb' | 'maxOutputBytes', number | undefined>>> = {},
): readonly string[] {
  const { constraints = [], preconditions = [], postconditions = [] } = stated
  if (constraints.length > 0) return constraints
  const { timeoutMs, memoryMb, maxOutputBytes } = limits
  return [
    ...preconditions.map(({ description, errorCode }) => `Needs: ${description} (${errorCode})`),
    ...postconditions.map(({ description, errorCode }) => `Promises: ${description} (${errorCode})`),
    ...(timeoutMs === undefined ? [] : [`Takes at most ${timeoutMs} ms`]),
    ...(memoryMb === undefined ? [] : [`Uses at most ${memoryMb} MB of memory`]),
    ...(maxOutputBytes === undefined ? [] : [`Answers at most ${maxOutputBytes} bytes`]),
  ]
}

/** A condition's code needs no declaration besides the condition. */
function withConditions(errors: GuardedTool['errors'], conditions: Conditions): GuardedTool['errors'] {
  const own = conditions.map(({ errorCode: code, description }) => ({ code, description, retryable: false }))
  return [...new Map([...own, ...errors].map((error) => [error.code, error])).values()]
}
