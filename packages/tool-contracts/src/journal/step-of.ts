import type { FieldPath } from '../contract/field-path.ts'
import { isRecord } from '../contract/record.ts'
import type { Closing, Opening } from './journal.ts'
import { redact, withoutSecrets } from './redact.ts'
import { sha256 } from './sha256.ts'
import type { ExecutionStep } from './step.ts'
import { utf8Length } from './utf8.ts'

export type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The step as it is stored: sensitive fields hidden, big values as digest and size. */
export function stepOf(opening: Opening, closing: Closing, index: number, maxBytes: number): Writable<ExecutionStep> {
  const { result } = closing
  const step: Writable<ExecutionStep> = {
    stepId: opening.stepId,
    index,
    toolName: opening.toolName,
    inputs: stored(opening.input, opening.inputBytes, opening.sensitive, maxBytes),
    outputs: result.ok
      ? stored(withoutSecrets(result.value, closing.secrets), closing.outputBytes, closing.sensitive, maxBytes)
      : stored({ error: result.error }, Infinity, [], maxBytes),
    durationMs: Math.round(closing.durationMs * 1000) / 1000,
    statusCode: closing.statusCode,
    emittedAt: isoTime(closing.endedAt),
    traceId: opening.traceId,
    principal: opening.principal,
  }
  if (opening.role !== undefined) step.role = opening.role
  if (opening.parentStepId !== undefined) step.parentStepId = opening.parentStepId
  if (!result.ok) step.code = result.error.code
  if (!result.ok) step.stage = result.error.stage
  if (closing.operations.length > 0) step.operations = closing.operations
  if (closing.violations.length > 0) step.violations = closing.violations
  if (closing.enforced !== undefined) step.enforced = closing.enforced
  if (closing.attempts > 1) step.attempts = closing.attempts
  if (closing.replayOf !== undefined) step.replayOf = closing.replayOf
  return step
}

/** What is stored of a value that has at most so many bytes; one that is no object is kept under `value`. */
function stored(
  value: unknown,
  atMost: number,
  sensitive: readonly FieldPath[],
  maxBytes: number,
): Readonly<Record<string, unknown>> {
  if (value === undefined) return {}
  const redacted = sensitive.length === 0 ? value : redact(value, sensitive)
  const shown = isRecord(redacted) ? redacted : { value: redacted }
  // Only of a value that is stored as it came is the size known.
  if (shown !== value || atMost > maxBytes) {
    const text = JSON.stringify(shown)
    const bytes = utf8Length(text)
    if (bytes > maxBytes) return { $sha256: sha256(text), $bytes: bytes }
  }
  return shown
}

let lastTime = NaN
let lastText = ''

/** ISO 8601; calls that end in the same millisecond share the text. */
function isoTime(epochMs: number): string {
  const time = Math.floor(epochMs)
  if (time === lastTime) return lastText
  lastText = new Date(time).toISOString()
  lastTime = time
  return lastText
}
