import { type McpTool, toTool } from '@surety/tool-contracts/mcp'
import type { ToolExecutionError, ToolExecutionResult } from '../execute/result.ts'
import type { TableTool } from '../execute/table-tool.ts'
import { type PassThroughSchema, passThroughSchema } from './pass-through-schema.ts'
import { publishedResult } from './published-result.ts'

/** What Mastra's `createTool` is given, by shape: no Mastra is imported. */
export interface MastraToolDefinition {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Shows the model the strict schema and lets every input pass, since Mastra answers what it refuses in a shape of its own. */
  readonly inputSchema: PassThroughSchema
  readonly outputSchema: PassThroughSchema<ToolExecutionResult>
  /** There where a field holds JSON: for OpenAI's strict mode Mastra closes every object, and the field could only be empty. */
  readonly strict?: false
  readonly mcp: { readonly annotations: McpTool['annotations'] }
  readonly execute: (input: unknown, context: MastraContext) => Promise<ToolExecutionResult>
}

/** The parts of Mastra's execution context that are read here. */
export interface MastraContext {
  readonly requestContext?: { readonly get: (key: string) => unknown }
  readonly abortSignal?: AbortSignal
}

export interface ToMastraOptions<MastraTool> {
  /** The application's own, of `@mastra/core/tools`; wrap it to add options such as `requireApproval`. */
  readonly createTool: (definition: MastraToolDefinition) => MastraTool
  /** Who calls, as the application has put it into the request context. Default: nobody is named. */
  readonly actor?: (context: MastraContext) => string | undefined
}

/**
 * The tools for a Mastra agent, keyed by tool id. A table's `approval: always` is asked for by the governed call itself, however
 * the tool is run; Mastra's `requireApproval` is not set, since only agents heed it and a person would be asked twice.
 */
export function toMastraTools<MastraTool>(
  tools: readonly TableTool[],
  { createTool, actor }: ToMastraOptions<MastraTool>,
): Readonly<Record<string, MastraTool>> {
  const outputSchema = passThroughSchema<ToolExecutionResult>(publishedResult())
  const made = tools.map((tool): [string, MastraTool] => {
    const { inputSchema, annotations } = toTool(tool.contract)
    const definition: MastraToolDefinition = {
      id: tool.id,
      title: tool.table.displayName,
      description: tool.contract.description,
      inputSchema: passThroughSchema(inputSchema),
      outputSchema,
      ...(tool.table.fields.some(({ dataType }) => dataType === 'json') && { strict: false as const }),
      mcp: { annotations },
      execute: (input, context) => execute(tool, input, context, actor),
    }
    return [tool.id, createTool(definition)]
  })
  return Object.fromEntries(made)
}

type ActorOf = ToMastraOptions<unknown>['actor']

async function execute(
  tool: TableTool,
  input: unknown,
  context: MastraContext,
  actorOf: ActorOf,
): Promise<ToolExecutionResult> {
  const caller = callerOf(context, actorOf)
  if ('problem' in caller) return unknownCaller(caller.problem)
  const { abortSignal: signal } = context
  return tool.execute(input, { ...caller, ...(signal !== undefined && { signal }) })
}

type Caller = { readonly actor?: string } | { readonly problem: string }

/** An insert must not lose the name of whoever made it: what gives no name, though it was asked to, ends the call. */
function callerOf(context: MastraContext, actorOf: ActorOf): Caller {
  if (actorOf === undefined) return {}
  try {
    const actor: unknown = actorOf(context)
    if (actor === undefined) return {}
    return typeof actor === 'string' && actor !== '' ? { actor } : { problem: 'it gave neither a name nor undefined' }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function unknownCaller(problem: string): ToolExecutionError {
  const message = `Nothing was inserted: the application could not tell who calls (toMastraTools, actor: ${problem}).`
  return { success: false, error: { type: 'UNKNOWN_ERROR', message, details: { code: 'internal_error' } } }
}
