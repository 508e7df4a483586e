import type { DeclaredToolContract, PreconditionPredicate } from '@surety/tool-contracts'
import { declare } from '@surety/tool-contracts/call'
import type { JsonSchema } from '@surety/tool-contracts/tools'
import { toJSONSchema } from 'zod'

/** A declaration in the words of a YAML contract, for a process that must not run it; its functions stay behind. */
export function codeData(declaration: DeclaredToolContract): Readonly<Record<string, unknown>> {
  const { input } = declare(declaration)
  const { resourceLimits = {}, approval, preconditions = [], postconditions = [] } = declaration
  const { timeoutMs, memoryMb, maxOutputBytes } = resourceLimits
  return {
    version: 1,
    tool: declaration.toolName,
    description: declaration.description,
    contract: { input_schema: input.jsonSchema, output_schema: acceptedOutput(declaration) },
    guarantees: {
      deterministic: declaration.deterministic,
      side_effects: declaration.sideEffects,
      writes: declaration.writes,
      network: declaration.network,
      max_output_size: quantity(maxOutputBytes, 'b'),
      max_execution_time: quantity(timeoutMs, 'ms'),
      memory: quantity(memoryMb, 'mb'),
      dependencies: declaration.dependencies,
    },
    capabilities: declaration.capabilities,
    semantic_types: { input: declaration.inputSemanticTypes, output: declaration.outputSemanticTypes },
    idempotent: declaration.idempotent,
    errors: declaration.errorCodes,
    preconditions: preconditions.map(conditionData),
    postconditions: postconditions.map(conditionData),
    approval: typeof approval === 'function' ? { code: textOf(approval) } : approval,
    limits: { timeout_ms: whole(timeoutMs), memory_mb: whole(memoryMb), max_output_bytes: whole(maxOutputBytes) },
    sensitive: declaration.sensitive,
    constraints: declaration.constraints,
    examples: declaration.examples,
  }
}

/** What a tool may answer: more than what is published, because a plain `z.object` strips keys that it does not know. */
function acceptedOutput({ outputSchema }: DeclaredToolContract): JsonSchema {
  return toJSONSchema(outputSchema, {
    io: 'output',
    unrepresentable: 'any',
    override({ zodSchema: { _zod }, jsonSchema }) {
      if (_zod.def.type === 'object' && _zod.def.catchall === undefined) delete jsonSchema.additionalProperties
    },
  })
}

function conditionData({ description, errorCode, evaluate }: PreconditionPredicate): unknown {
  return { description, error_code: errorCode, check: textOf(evaluate) }
}

const MAX_TEXT = 10_000

/** For people to read: nobody runs it. */
function textOf(code: (...inputs: never[]) => unknown): string {
  const text = Function.prototype.toString.call(code)
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}...`
}

function quantity(amount: number | undefined, unit: string): string | undefined {
  return amount === undefined ? undefined : `${amount}${unit}`
}

function whole(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : Math.ceil(amount)
}
