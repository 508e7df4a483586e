import type { Outcome } from '@surety/tool-contracts'
import { META } from '@surety/tool-contracts/mcp'
import { expect, it } from 'vitest'
import { insertedMood, moodInput, moodTool, uniqueViolation } from './mood-tool.test-data.ts'
import { mcpResult } from './mcp-result.ts'

const ids = { traceId: '0190163d8694739baea5966c26f8ad91', stepId: '0190163d8694739baea5966c26f8ad92' }

it.each([
  [insertedMood, undefined],
  [uniqueViolation, true],
])('isError is set exactly when success is false', (value, isError) => {
  const result = mcpResult(moodTool(), { ok: true, value, ...ids }, moodInput)
  expect(result.isError).toBe(isError)
  expect(result.structuredContent).toEqual(value)
  expect(result._meta).toEqual({
    [META.traceId]: ids.traceId,
    [META.stepId]: ids.stepId,
    [META.traceparent]: `00-${ids.traceId}-aea5966c26f8ad92-01`,
  })
})

it('a result that was withheld for its size tells where to read it', () => {
  const uri = 'surety://outputs/1'
  const error = { code: 'OUTPUT_TOO_LARGE', stage: 'validateOutput', blame: 'tool', retryable: false } as const
  const outcome: Outcome = { ok: false, error: { ...error, message: 'Too large.', details: { uri } }, ...ids }
  const { content, structuredContent } = mcpResult(moodTool(), outcome, moodInput)
  expect(content).toMatchObject([
    { type: 'text', text: JSON.stringify(structuredContent) },
    { type: 'resource_link', uri },
  ])
})
