import type { Json } from '@surety/tool-contracts/tools'
import type { ListedTool } from '../../connect/session.ts'
import type { Annotations, ToolDefinition } from '../../judge/evidence.ts'

/** The parts of a listing that callers see and rules judge. */
export function definitionOf(tool: ListedTool): ToolDefinition {
  return {
    name: tool.name,
    ...(tool.title !== undefined && { title: tool.title }),
    ...(tool.description !== undefined && { description: tool.description }),
    ...(tool.inputSchema !== undefined && { inputSchema: asJson(tool.inputSchema) }),
    ...(tool.outputSchema !== undefined && { outputSchema: asJson(tool.outputSchema) }),
    ...(tool.annotations !== undefined && { annotations: annotationsOf(tool.annotations) }),
  }
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

function annotationsOf(annotations: Readonly<Record<string, unknown>>): Annotations {
  const hints = HINTS.filter((hint) => typeof annotations[hint] === 'boolean')
  const { title } = annotations
  return {
    ...(typeof title === 'string' && { title }),
    ...Object.fromEntries(hints.map((hint) => [hint, annotations[hint]])),
  }
}

function asJson(value: unknown): Json {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came out of JSON.parse
  return value as Json
}
