import type { Outcome, Tool } from '@surety/tool-contracts'
import type { TableConfig } from '../config/table-config.ts'
import type { ToolExecutionResult } from './result.ts'

/** The tool of one table: an ordinary tool of a host, and a function that answers in the seed's shape. */
export interface TableTool extends Tool {
  readonly id: string
  readonly table: TableConfig
  /** The governed call, with the step that records it. Never throws or rejects. */
  readonly call: (input: unknown, options?: ExecuteOptions) => Promise<Outcome>
  /** Runs the governed call. Never throws or rejects. */
  readonly execute: (input: unknown, options?: ExecuteOptions) => Promise<ToolExecutionResult>
  /** What an outcome of this tool's governed call means to its caller; `input` is what was sent. */
  readonly resultOf: (outcome: Outcome, input: unknown) => ToolExecutionResult
}

export interface ExecuteOptions {
  /** Who calls; the journal keeps it as the step's principal. */
  readonly actor?: string
  readonly traceId?: string
  readonly role?: string
  readonly idempotencyKey?: string
  readonly approvalId?: string
  readonly signal?: AbortSignal
}
