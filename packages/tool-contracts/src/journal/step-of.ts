import { isRecord } from '../contract/record.ts'
import type { Closing, Opening } from './journal.ts'
import { redact } from './redact.ts'
import { sha256 } from './sha256.ts'
import type { ExecutionStep } from './execution-step.ts'
import { utf8Length } from './utf8.ts'
import { withoutSecrets } from './without-secrets.ts'

export type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The step as it is stored: sensitive fields hidden, big values as digest and size. */
export function stepOf(opening: Opening, closing: Closing, index: number, maxBytes: number): Writable<ExecutionStep> {
  const { result } = closing
  const step: Writable<ExecutionStep> = {
    stepId: opening.stepId,
    index,
    toolName: opening.toolName,
    inputs: inputOf(opening, maxBytes),
    outputs: result.ok
      ? outputOf(result.value, closing, maxBytes)
      : stored({ error: result.error }, Infinity, maxBytes),
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

function inputOf({ input, inputBytes, sensitive }: Opening, maxBytes: number): Stored {
  const shown = redact(input, sensitive)
  return stored(shown, shown === input ? inputBytes : Infinity, maxBytes)
}

function outputOf(output: unknown, closing: Closing, maxBytes: number): Stored {
  const shown = shownOutput(output, closing)
  return stored(shown, shown === output ? closing.outputBytes : Infinity, maxBytes)
}

/** The output as it may be stored: without what is sensitive. */
export function shownOutput(output: unknown, { sensitive, secrets }: Closing): unknown {
  return withoutSecrets(redact(output, sensitive), secrets)
}

type Stored = Readonly<Record<string, unknown>>

/** What is stored of a value of any size. */
export function storedValue(value: unknown, maxBytes: number): Stored {
  return stored(value, Infinity, maxBytes)
}

/** What is stored of a value that has at most so many bytes; one that is no object is kept under `value`. */
function stored(value: unknown, atMost: number, maxBytes: number): Stored {
  if (value === undefined) return {}
  const shown = isRecord(value) ? value : { value }
  if (shown === value && atMost <= maxBytes) return shown
  const text = JSON.stringify(shown)
  const bytes = utf8Length(text)
  return bytes > maxBytes ? { $sha256: sha256(text), $bytes: bytes } : shown
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
