import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { failsInWords, refusesInWords } from './refusal-in-words.ts'

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
  'The name parameter is required.',
  'The name parameter must be a text.',
  'Expected a string for name, got undefined',
  'expected object, received null',
  '400 Bad Request',
  'HTTP 422: Unprocessable Entity',
  { code: 400, message: 'Bad Request' },
  { statusCode: 422, error: 'Unprocessable Entity', message: 'name is missing' },
  'Not a valid name',
  'Usage: greet <name>',
  "I'm sorry, but a name is needed.",
  'Sorry, I could not process this: name is not a text',
  'Error 404',
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
  'Hello undefined',
  'Hello [object Object], your name is undefined',
  'ERROR 2024-01-01 disk full\nINFO ok',
  'ERROR: disk full\nINFO: ok',
  '[ERROR] 12:00 disk full\n[WARN] 12:01 disk nearly full',
  '400 g of flour, 2 eggs',
  '404 results',
  'Sorry seems to be the hardest word.',
  'Expected arrival: 10:40',
  'The soup should be served hot.',
  'The missing link is here.',
  { code: 7, message: 'hello' },
  { code: 404, name: 'Not Found', rfc: 9110 },
]

/** What refuses an invalid input, and may be the result of a valid one. */
const RESULTS_OF_VALID: readonly Json[] = [
  ...RESULTS,
  { success: false, matches: [] },
  { success: false },
  { status: 'error' },
  { error: 'E42', description: 'Disk full', docs: 'https://example.com/e42' },
  { errors: [{ line: 3, message: 'Missing semicolon' }] },
  { code: 404, message: 'Not Found' },
  'Cannot confirm. No bookings on this day.',
  'Could not find any user of this name.',
  'Missing required fields in form: none',
  'Validation failed: 3 of 20 rows',
  'name is invalid',
  'The battery is missing.',
  'Usage: tar -x FILE',
  'No coupon provided by this shop.',
]

/** No result, whatever the input. */
const FAILURES: readonly Json[] = [
  'Error: API key is required',
  'Failed to fetch the weather: fetch failed',
  'Could not connect to the database.',
  'Unable to load the index: no such file',
  'An error occurred while searching.',
  'API key is missing.',
  'No API key provided.',
  'Please set ACME_TOKEN.',
  'MCP error -32603: boom',
  { ok: false, error: 'not_authed' },
  { error: 'not_authed' },
  { error: 'The token has expired.' },
  { error: { code: 401, message: 'Unauthorized' } },
  { status: 'error', message: 'no connection' },
  { data: null, errors: [{ message: 'not allowed' }] },
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

test.each(RESULTS_OF_VALID.map((said) => [said] as const))('%j is a result of a valid input', (said) => {
  expect(failsInWords(answered(said))).toBe(false)
})

test.each(FAILURES.map((said) => [said] as const))('%j is no result', (said) => {
  expect(failsInWords(answered(said))).toBe(true)
})
