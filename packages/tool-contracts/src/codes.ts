import type { Stage } from './outcome.ts'

/** Who may raise a code: a `tool` through ToolError, or only the `host` that governs the call. */
type Origin = 'tool' | 'host'

interface CodeEntry {
  readonly description: string
  /** Whether a second try may succeed. A refusal is retryable only if its tool is idempotent too (INV-MCP-004). */
  readonly retryable: boolean
  /** HTTP-like, for `ExecutionStep.statusCode`. */
  readonly statusCode: number
  readonly raisedBy: Origin
}

/** Every code a call can end with, besides those a contract declares itself. The table is closed (INV-MCP-003). */
export const StandardErrorCodes = {
  INVALID_INPUT: {
    description: 'The input does not conform to the input schema or a semantic type.',
    retryable: false,
    statusCode: 400,
    raisedBy: 'tool',
  },
  INVALID_OUTPUT: {
    description: 'The output does not conform to the output schema or a semantic type.',
    retryable: false,
    statusCode: 502,
    raisedBy: 'tool',
  },
  RESOURCE_NOT_FOUND: {
    description: 'The named tool or thing does not exist.',
    retryable: false,
    statusCode: 404,
    raisedBy: 'tool',
  },
  PERMISSION_DENIED: {
    description: 'The caller may not do this.',
    retryable: false,
    statusCode: 403,
    raisedBy: 'tool',
  },
  RATE_LIMITED: {
    description: 'Too many calls; wait before the next one.',
    retryable: true,
    statusCode: 429,
    raisedBy: 'tool',
  },
  TIMEOUT: {
    description: 'The tool did not answer in time; it may have acted.',
    retryable: true,
    statusCode: 504,
    raisedBy: 'tool',
  },
  INTERNAL_ERROR: {
    description: 'The tool failed in a way its contract does not declare.',
    retryable: false,
    statusCode: 500,
    raisedBy: 'tool',
  },
  NOT_IMPLEMENTED: {
    description: 'The tool does not implement what was asked.',
    retryable: false,
    statusCode: 501,
    raisedBy: 'tool',
  },
  CONFLICT: {
    description: 'The call contradicts the present state or an earlier call.',
    retryable: false,
    statusCode: 409,
    raisedBy: 'tool',
  },
  UPSTREAM_FAILED: {
    description: 'Something the tool relies on failed.',
    retryable: true,
    statusCode: 502,
    raisedBy: 'tool',
  },
  OUTPUT_TOO_LARGE: {
    description: 'The output exceeds the byte limit and was withheld.',
    retryable: false,
    statusCode: 502,
    raisedBy: 'host',
  },
  MEMORY_EXCEEDED: {
    description: 'The tool exceeded its memory limit and was stopped.',
    retryable: false,
    statusCode: 507,
    raisedBy: 'host',
  },
  APPROVAL_REQUIRED: {
    description: 'The call waits for an approval nobody has given yet.',
    retryable: false,
    statusCode: 428,
    raisedBy: 'host',
  },
  APPROVAL_DENIED: {
    description: 'The call was shown to an approver and denied.',
    retryable: false,
    statusCode: 403,
    raisedBy: 'host',
  },
  DEPENDENCY_NOT_MET: {
    description: 'A tool this one depends on is missing, unreachable or undeclared.',
    retryable: false,
    statusCode: 424,
    raisedBy: 'host',
  },
  UPSTREAM_DRIFT: {
    description: 'The tool is quarantined because its definition changed.',
    retryable: false,
    statusCode: 503,
    raisedBy: 'host',
  },
  OUTCOME_UNKNOWN: {
    description: 'The tool was started, but how it ended could not be recorded.',
    retryable: true,
    statusCode: 504,
    raisedBy: 'host',
  },
  CANCELLED: { description: 'The caller cancelled the call.', retryable: true, statusCode: 499, raisedBy: 'host' },
} as const

export type StandardErrorCode = keyof typeof StandardErrorCodes

/** The standard codes that a tool may fail with itself. */
export type ToolRaisedCode = {
  [Code in StandardErrorCode]: (typeof StandardErrorCodes)[Code]['raisedBy'] extends 'tool' ? Code : never
}[StandardErrorCode]

/** What a code of a contract's own looks like. */
export const CODE_PATTERN: RegExp = /^[A-Z][A-Z0-9_]{0,127}$/

/** The entry of a standard code, or undefined for any other name (inherited names included). */
export function standardCode(name: string): CodeEntry | undefined {
  return isStandard(name) ? StandardErrorCodes[name] : undefined
}

function isStandard(name: string): name is StandardErrorCode {
  return Object.hasOwn(StandardErrorCodes, name)
}

/** May a call under a contract that declares these codes end with this one? A host raises codes that no tool may (INV-MCP-003). */
export function mayRaise(by: Origin, code: string, declared: { readonly has: (code: string) => boolean }): boolean {
  const standard = standardCode(code)
  return declared.has(code) || standard?.raisedBy === 'tool' || (standard !== undefined && by === 'host')
}

/** The HTTP-like status of a refusal: by its stage for conditions, by the table for standard codes, else 422. */
export function statusCodeOf(code: string, stage: Stage): number {
  if (stage === 'preconditions') return 412
  if (stage === 'postconditions') return 502
  return standardCode(code)?.statusCode ?? 422
}
