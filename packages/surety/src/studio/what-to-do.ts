import type { StandardErrorCode } from '@surety/tool-contracts'

/** What a caller does about each standard code. */
export const WHAT_TO_DO: Readonly<Record<StandardErrorCode, string>> = {
  INVALID_INPUT: 'Correct the field that the details name, by the tool’s input schema, and call again.',
  INVALID_OUTPUT: 'The tool broke its own promise: tell its author. It may have acted.',
  RESOURCE_NOT_FOUND: 'Look the name up in a list (tools/list, modules.list) and call again with one that is there.',
  PERMISSION_DENIED: 'The details name the missing capabilities: call as a role that has them, or ask for it.',
  RATE_LIMITED: 'Wait for details.retryAfterMs, then call again.',
  TIMEOUT: 'Find out whether it acted; call again only if the tool is idempotent, or with less to do.',
  INTERNAL_ERROR: 'The tool failed in a way its contract does not declare: tell its author. It may have acted.',
  NOT_IMPLEMENTED: 'Ask for something that the tool does.',
  CONFLICT: 'Something changed meanwhile: read the present state and decide anew.',
  UPSTREAM_FAILED: 'Something the tool relies on failed: try again later if the tool is idempotent.',
  OUTPUT_TOO_LARGE: 'Ask for less; where the details have a uri, read the output there.',
  MEMORY_EXCEEDED: 'Ask for less at once.',
  APPROVAL_REQUIRED: 'Wait until somebody approves (details.approveWith), then make the same call again.',
  APPROVAL_DENIED: 'Do not repeat the call: somebody said no. Do something else, or ask why.',
  DEPENDENCY_NOT_MET: 'Call the tools that details.missing names first, or have them registered.',
  UPSTREAM_DRIFT:
    'The definition of the tool changed: an operator must look at it and accept it (surety lock --accept).',
  OUTCOME_UNKNOWN: 'Find out whether it acted before you call again.',
  CANCELLED: 'You cancelled the call; it may have acted from stage execute on.',
}
