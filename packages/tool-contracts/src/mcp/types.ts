/** The parts of MCP that this package reads and writes, by shape: no SDK is imported. */
import type { JsonSchema } from '../contract/shape.ts'

export interface McpTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  readonly outputSchema?: JsonSchema & { readonly type: 'object' }
  readonly annotations: {
    readonly title?: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    /** Absent where the contract says nothing of the network. */
    readonly openWorldHint?: boolean
  }
  readonly _meta: Readonly<Record<string, unknown>>
}

export interface TextContent {
  readonly type: 'text'
  readonly text: string
}

/** Where something can be read that is not in the answer itself. */
export interface ResourceLink {
  readonly type: 'resource_link'
  readonly uri: string
  readonly name: string
  readonly mimeType: string
}

// Type aliases, not interfaces: only those fit the index signatures of the SDKs' own result types.
// oxlint-disable-next-line typescript/consistent-type-definitions
export type McpResult = {
  content: (TextContent | ResourceLink)[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** A server's `tools/call` result, as plain JSON data. */
export type Answer = Readonly<Record<string, unknown>>

/** The `_meta` keys: what a caller may send, and what comes back. */
export const META = {
  contract: 'surety.dev/contract',
  error: 'surety.dev/error',
  approvalId: 'surety.dev/approvalId',
  idempotencyKey: 'surety.dev/idempotencyKey',
  replayed: 'surety.dev/replayed',
  stepId: 'surety.dev/stepId',
  traceId: 'surety.dev/traceId',
  traceparent: 'traceparent',
} as const
