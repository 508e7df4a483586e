import { statusCodeOf } from '../codes.ts'
import { refuse } from '../outcome.ts'
import type { Closing } from './journal.ts'

const MESSAGE =
  'The process that ran this call ended before it recorded how the call ended. Find out what it did before you call it again.'

/** How a step ends whose process has ended before it could close it. */
export function unknownOutcome(endedAt: number): Closing {
  const result = refuse('execute', 'environment', 'OUTCOME_UNKNOWN', MESSAGE)
  return {
    result,
    outputBytes: Infinity,
    secrets: [],
    sensitive: [],
    statusCode: statusCodeOf(result.error.code, result.error.stage),
    endedAt,
    durationMs: 0,
    operations: [],
    violations: [],
    enforced: undefined,
    attempts: 0,
    replayOf: undefined,
    interim: false,
  }
}
