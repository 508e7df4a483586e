import { describe, expect, test } from 'vitest'
import { CODE_PATTERN, StandardErrorCodes, mayRaise, standardCode, statusCodeOf } from './codes.ts'
import { STAGES } from './outcome.ts'

/** The status of each code, as agents and auditors rely on it. */
const STATUS: Readonly<Record<string, number>> = {
  INVALID_INPUT: 400,
  PERMISSION_DENIED: 403,
  APPROVAL_DENIED: 403,
  RESOURCE_NOT_FOUND: 404,
  CONFLICT: 409,
  DEPENDENCY_NOT_MET: 424,
  APPROVAL_REQUIRED: 428,
  RATE_LIMITED: 429,
  CANCELLED: 499,
  INTERNAL_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  INVALID_OUTPUT: 502,
  UPSTREAM_FAILED: 502,
  OUTPUT_TOO_LARGE: 502,
  UPSTREAM_DRIFT: 503,
  TIMEOUT: 504,
  OUTCOME_UNKNOWN: 504,
  MEMORY_EXCEEDED: 507,
}

test('the table of standard codes is complete and closed', () => {
  expect(Object.keys(StandardErrorCodes).toSorted()).toEqual(Object.keys(STATUS).toSorted())
})

describe.each(Object.entries(StandardErrorCodes))('%s', (name, entry) => {
  test('says in one sentence what it means, whether to try again, who raises it, and its status', () => {
    expect(name).toMatch(CODE_PATTERN)
    expect(entry.description).toMatch(/^[A-Z][^\n]*\.$/)
    expect(typeof entry.retryable).toBe('boolean')
    expect(['tool', 'host']).toContain(entry.raisedBy)
    expect(entry.statusCode).toBe(STATUS[name])
    expect(standardCode(name)).toBe(entry)
  })
})

test('only what may pass by itself is retryable', () => {
  const retryable = Object.entries(StandardErrorCodes).filter(([, entry]) => entry.retryable)
  expect(retryable.map(([name]) => name).toSorted()).toEqual([
    'CANCELLED',
    'OUTCOME_UNKNOWN',
    'RATE_LIMITED',
    'TIMEOUT',
    'UPSTREAM_FAILED',
  ])
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'invalid_input', ' TIMEOUT', '', 'NOPE'])(
  '%j is no standard code',
  (name) => {
    expect(standardCode(name)).toBeUndefined()
    expect(statusCodeOf(name, 'execute')).toBe(422)
  },
)

test.each(STAGES)('a refusal at %s has the status of its code, unless a condition failed', (stage) => {
  const byCondition = stage === 'preconditions' ? 412 : stage === 'postconditions' ? 502 : undefined
  for (const [name, status] of Object.entries(STATUS)) expect(statusCodeOf(name, stage)).toBe(byCondition ?? status)
  expect(statusCodeOf('A_DECLARED_CODE', stage)).toBe(byCondition ?? 422)
})

test('a code of a contract’s own is upper case', () => {
  for (const code of ['A', 'A1', 'NO_LINES', 'X_']) expect(code).toMatch(CODE_PATTERN)
  for (const code of ['', 'a', '1A', '_A', 'A-B', 'A B', 'A\n', 'Ä']) expect(code).not.toMatch(CODE_PATTERN)
})

test.each([
  ['OURS', true, true],
  ['THEIRS', false, false],
  ['RESOURCE_NOT_FOUND', true, true],
  ['APPROVAL_REQUIRED', false, true],
  ['constructor', false, false],
])('under a contract that declares OURS, %s may be raised by a tool: %s, by its host: %s', (code, byTool, byHost) => {
  const declared = new Set(['OURS'])
  expect([mayRaise('tool', code, declared), mayRaise('host', code, declared)]).toEqual([byTool, byHost])
})
