import type { DeclaredToolContract, ResourceLimits } from '@surety/tool-contracts'
import type { JsonSchema } from '@surety/tool-contracts/tools'
import { z } from 'zod'
import type { InputIssue } from '../author/contract-file.ts'
import { compileSchema } from '../author/schema/compile-schema.ts'
import type { CompiledTool } from '../modules/module.ts'

/** The contract of a module's tool as the library declares it, without its conditions: for planning and checking. `issues`: what is wrong with the input in question besides. */
export function declaredContract(tool: CompiledTool, issues: readonly InputIssue[] = []): DeclaredToolContract {
  const { guarantees, idempotent, errors } = tool
  return {
    toolName: tool.tool,
    description: tool.description === '' ? tool.tool : tool.description,
    inputSchema: zodOf(tool.inputSchema, issues),
    outputSchema: zodOf(tool.outputSchema),
    inputSemanticTypes: tool.semanticTypes.input,
    outputSemanticTypes: tool.semanticTypes.output,
    dependencies: guarantees.dependencies ?? [],
    capabilities: tool.capabilities,
    resourceLimits: limitsOf(tool),
    idempotent: idempotent === true,
    ...(errors !== undefined && { errorCodes: errors }),
    sensitive: tool.sensitive,
  }
}

/** A schema that only a live server knows takes any object. */
function zodOf(schema: JsonSchema | undefined, known: readonly InputIssue[] = []): z.ZodType {
  const compiled = schema === undefined ? undefined : compileSchema(schema)
  if (schema === undefined || compiled?.ok !== true) return z.looseObject({})
  return z
    .unknown()
    .check(({ value, issues }) => {
      const parsed = compiled.schema.parse(value)
      for (const { path, expected } of parsed.ok ? known : parsed.issues)
        issues.push({ code: 'custom', path: [...path], message: expected, params: { expected }, input: value })
    })
    .meta({ ...schema })
}

function limitsOf({ limits, guarantees }: CompiledTool): Partial<ResourceLimits> {
  const timeoutMs = limits.timeoutMs ?? guarantees.maxExecutionMs
  const maxOutputBytes = limits.maxOutputBytes ?? guarantees.maxOutputBytes
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(limits.memoryMb !== undefined && { memoryMb: limits.memoryMb }),
    ...(maxOutputBytes !== undefined && { maxOutputBytes }),
  }
}
