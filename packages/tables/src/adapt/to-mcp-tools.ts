import { type McpResult, type McpTool, toTool } from '@surety/tool-contracts/mcp'
import type { ExecuteOptions, TableTool } from '../execute/table-tool.ts'
import { mcpResult } from './mcp-result.ts'
import { publishedResult } from './published-result.ts'

/** A tool as `tools/list` tells of it, and what `tools/call` does. */
export interface McpTableTool extends McpTool {
  /** Not enumerable, so that the definition can be sent as it is. Never throws or rejects. */
  readonly call: (args: unknown, options?: ExecuteOptions) => Promise<McpResult>
}

/** The tools for an MCP server of one's own, by any SDK: list them as they are, answer a call with `call`. */
export function toMcpTools(tools: readonly TableTool[]): readonly McpTableTool[] {
  const outputSchema = publishedResult()
  return tools.map((tool) => {
    const title = tool.table.displayName
    const { annotations, ...definition } = toTool(tool.contract)
    const listed = { ...definition, title, outputSchema, annotations: { ...annotations, title } }
    return withCall(listed, async (args, options) => mcpResult(tool, await tool.call(args, options), args))
  })
}

function withCall<Definition extends McpTool>(
  definition: Definition,
  call: McpTableTool['call'],
): Definition & McpTableTool {
  const tool = { ...definition, call }
  Object.defineProperty(tool, 'call', { enumerable: false })
  return tool
}
