import type { DeclaredToolContract } from '../contract/contract.ts'
import { declare } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import type { Outcome } from '../outcome.ts'
import type { Refusal } from '../refusal.ts'
import { type Answer, META, type McpResult, type ResourceLink } from './types.ts'

/** The MCP result of an outcome. A refusal's code stands at the start of its text, where every client shows it. */
export function toResult(outcome: Outcome, contract?: DeclaredToolContract): McpResult {
  if (!outcome.ok) return refusalResult(outcome, outcome.error, contract)
  const { value } = outcome
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const content = [{ type: 'text' as const, text }]
  const _meta = metaOf(outcome)
  return isRecord(value) ? { content, structuredContent: { ...value }, _meta } : { content, _meta }
}

function refusalResult(outcome: Outcome, error: Refusal, contract: DeclaredToolContract | undefined): McpResult {
  const details = Object.keys(error.details).length === 0 ? '' : `\n${JSON.stringify(error.details)}`
  const text = `${error.code}: ${error.message}${details}`
  const result: McpResult = {
    content: [{ type: 'text', text }, ...linksIn(error)],
    isError: true,
    _meta: metaOf(outcome),
  }
  // Some clients validate structuredContent against the output schema even of an error, and throw.
  const structured = { error: { ...error } }
  if (contract !== undefined && admits(contract, structured)) result.structuredContent = structured
  return result
}

function linksIn({ code, details: { uri } }: Refusal): ResourceLink[] {
  if (code !== 'OUTPUT_TOO_LARGE' || typeof uri !== 'string') return []
  return [{ type: 'resource_link', uri, name: 'The output that was withheld', mimeType: 'application/json' }]
}

/** Does the published output schema admit the value as it is, nothing left out? */
export function admits(contract: DeclaredToolContract, value: unknown): boolean {
  try {
    const parsed = declare(contract).output.parse(value)
    return parsed.ok && JSON.stringify(parsed.value) === JSON.stringify(value)
  } catch {
    return false
  }
}

/** Where the call is recorded, for the caller's next question, and the whole refusal. */
export function metaOf(outcome: Outcome): Record<string, unknown> {
  const { traceId, stepId, replayOf } = outcome
  const trace = traceId.replaceAll('-', '')
  const span = stepId.replaceAll('-', '').slice(-16)
  const isW3c = /^[0-9a-f]{32}$/.test(trace) && /^[0-9a-f]{16}$/.test(span)
  return {
    [META.traceId]: traceId,
    [META.stepId]: stepId,
    ...(isW3c && { [META.traceparent]: `00-${trace}-${span}-01` }),
    ...(replayOf !== undefined && { [META.replayed]: true }),
    ...(!outcome.ok && { [META.error]: outcome.error }),
  }
}

/** The server's own `_meta`; what only Surety says it cannot say. */
export function metaIn(answer: Answer): Readonly<Record<string, unknown>> {
  const meta = isRecord(answer['_meta']) ? Object.entries(answer['_meta']) : []
  return Object.fromEntries(meta.filter(([key]) => !key.startsWith('surety.dev/')))
}
