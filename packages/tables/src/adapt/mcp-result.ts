import type { Outcome } from '@surety/tool-contracts'
import { type McpResult, toResult } from '@surety/tool-contracts/mcp'
import type { TableTool } from '../execute/table-tool.ts'

/** The MCP result of a table's tool: the seed's result as data and as text, and the trace it is recorded in. */
export function mcpResult(tool: TableTool, outcome: Outcome, input: unknown): McpResult {
  const result = tool.resultOf(outcome, input)
  const { content, _meta = {} } = toResult(outcome, tool.contract)
  return {
    // What follows the library's own text tells where a withheld output can be read.
    content: [{ type: 'text', text: JSON.stringify(result) }, ...content.slice(1)],
    structuredContent: { ...result },
    ...(!result.success && { isError: true }),
    _meta,
  }
}
