import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { refusesInWords } from './refusal-in-words.ts'

const REFUSALS: readonly Json[] = [
  { error: 'Missing required arguments: channel_id' },
  { error: { code: 'invalid_type', message: 'expected string' } },
  { ok: false, error: 'invalid_arguments' },
  { error: 'Template 1 not found', tip: 'Use list_templates' },
  { success: false, message: 'n must be a number' },
  { status: 'error', detail: 'no such option' },
  { errors: [{ message: 'Field "x" is required' }] },
  { data: null, errors: [{ message: 'Field "x" is required' }] },
  { result: 'Error: text is required' },
  'Error: text is required',
  'error: bad input',
  'ERROR! No text.',
  '❌ Error: text is required',
  '**Error**: text is required',
  'Error (400): bad request',
  'Error 22: bad argument',
  'Error executing tool add: 1 validation error for addArguments',
  'MCP error -32602: Invalid arguments for tool add',
  "TypeError: Cannot read properties of undefined (reading 'length')",
  'ValueError: month must be in 1..12',
  "Input validation error: 'text' is a required property",
  'Validation failed for "limit"',
  'Missing required argument: text',
  'Missing parameter: text',
  'Invalid input: expected string, received undefined',
  'Invalid value for limit',
  'Unknown type "x"',
  'Failed to parse the date.',
  'Cannot convert undefined to a number',
  'Please provide a text.',
  'No text was provided.',
  'text is required',
  '"limit" must be at most 100',
  'Traceback (most recent call last):\n  File "server.py", line 3',
  '{"error": "Missing required arguments: channel_id"}',
]

const RESULTS: readonly Json[] = [
  { errors: [] },
  { error: 'partial', rows: [1, 2, 3], id: 7 },
  { ok: false, id: 3, deleted: true },
  { error: null, value: 3 },
  { error: '', stdout: 'done' },
  { error: false },
  { valid: false, errors: [{ path: '/x' }] },
  { success: true },
  { sum: 3 },
  [],
  [{ error: 'in a log entry' }],
  'Error log of 2026-11-18: 3 entries',
  'Error handling in Go: a short guide',
  'Errors found: 0',
  'No errors.',
  'No results found.',
  'No required changes',
  'Missing values report: 3 columns have gaps',
  'Missing persons of 1998',
  'Invalid moves in chess are those that leave the king in check.',
  'Unknown Pleasures is an album by Joy Division.',
  'The title is required reading.',
  'Echo: Error: x',
  'Canned food lasts.',
  '42',
  '',
  '{"errors": [], "items": [1]}',
  '{"error": null, "items": []}',
]

const answered = (said: Json) =>
  typeof said === 'string'
    ? { content: [{ type: 'text', text: said }], structuredContent: undefined }
    : { content: [], structuredContent: said }

test.each(REFUSALS)('%j is a refusal in words', (said) => {
  expect(refusesInWords(answered(said))).toBe(true)
})

test.each(RESULTS.map((said) => [said] as const))('%j is a result', (said) => {
  expect(refusesInWords(answered(said))).toBe(false)
})
