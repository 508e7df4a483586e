import type { Contract } from '../contract/declare.ts'
import { EACH, type FieldPath, jsonPointer } from '../contract/field-path.ts'
import { type Issue, REDACTED, sentence, showValue } from '../contract/issues.ts'
import { type Parsed, type Shape } from '../contract/shape.ts'
import { utf8Length } from '../journal/utf8.ts'
import { type Result, messageOf, pass, refuse } from '../outcome.ts'
import { deepFreeze } from '../contract/freeze.ts'
import type { Produced } from './ports.ts'
import { BYTES_PER_SIZE, type Snapshot, snapshotOutput } from './snapshot.ts'

/** Does the input conform, read once and parsed into a frozen copy (INV-MCP-001, INV-MCP-005)? */
export function validateInput(contract: Contract, input: Snapshot): Result<unknown> {
  if (!input.ok) {
    const where = input.path.length === 0 ? 'The input' : `The input at '${input.path.slice(0, 8).join('.')}'`
    const details = { field: jsonPointer(input.path), expected: 'plain JSON data', received: input.problem, errors: [] }
    return refuse('validate', 'caller', 'INVALID_INPUT', `${where} ${input.problem}. Send plain JSON data.`, details)
  }
  const parsed = parse(contract.input, input.value)
  if ('threw' in parsed) {
    return refuse(
      'validate',
      'contract',
      'INTERNAL_ERROR',
      `The input schema of '${contract.toolName}' cannot be applied: ${parsed.threw}`,
    )
  }
  if (parsed.ok) return pass(deepFreeze(parsed.value))
  const { message, details } = report(parsed.issues, 'input', contract.sensitive.input)
  return refuse('validate', 'caller', 'INVALID_INPUT', message, details)
}

/** Does the output conform and fit, as JSON would carry it? The tool has acted either way. */
export function validateOutput(contract: Contract, produced: Produced): Result<Delivery> {
  const parsed = parse(contract.output, produced.output)
  if ('threw' in parsed) {
    return refuse(
      'validateOutput',
      'tool',
      'INVALID_OUTPUT',
      `The output of '${contract.toolName}' cannot be checked: ${parsed.threw}`,
    )
  }
  if (!parsed.ok) {
    const { message, details } = report(parsed.issues, 'output', contract.sensitive.output)
    return refuse('validateOutput', 'tool', 'INVALID_OUTPUT', `'${contract.toolName}' ran, but ${message}`, details)
  }
  return deliverable(contract, parsed.value, produced.bytes ?? 0)
}

/** What the caller gets, and how many bytes of JSON it has at most. */
interface Delivery {
  readonly output: unknown
  readonly bytes: number
}

/** The output as plain frozen data, if it is JSON and within the limit. */
function deliverable(contract: Contract, output: unknown, bytesBeside: number): Result<Delivery> {
  const limit = contract.limits.maxOutputBytes
  // A value over the limit is read to its end only as far as it could still be measured.
  const snapshot = snapshotOutput(output, { maxDepth: 1000, maxSize: Math.max(limit, 2 ** 20) * 8 })
  if (!snapshot.ok) {
    if (snapshot.tooLarge) return tooLarge(contract, undefined)
    const details = { field: jsonPointer(snapshot.path), expected: 'JSON data', received: snapshot.problem, errors: [] }
    return refuse(
      'validateOutput',
      'tool',
      'INVALID_OUTPUT',
      `'${contract.toolName}' ran, but its output ${snapshot.problem}.`,
      details,
    )
  }
  const atMost = snapshot.size * BYTES_PER_SIZE
  if (bytesBeside <= limit && atMost <= limit) return pass({ output: snapshot.value, bytes: atMost })
  const bytes = utf8Length(JSON.stringify(snapshot.value))
  const counted = Math.max(bytes, bytesBeside)
  return counted <= limit ? pass({ output: snapshot.value, bytes }) : tooLarge(contract, counted)
}

function tooLarge({ toolName, limits }: Contract, bytes: number | undefined): Result<never> {
  const limit = limits.maxOutputBytes
  const size = bytes === undefined ? `far more than ${limit} bytes` : `${bytes} bytes`
  const message = `The output of '${toolName}' is ${size}; the contract allows ${limit}. Ask for less; the tool may have acted.`
  return refuse('validateOutput', 'tool', 'OUTPUT_TOO_LARGE', message, { bytes: bytes ?? null, limit })
}

/** A schema is a stranger's code too: it may throw, or be asynchronous, which throws. */
function parse(shape: Shape, value: unknown): Parsed | { readonly ok: false; readonly threw: string } {
  try {
    return shape.parse(value)
  } catch (error) {
    return { ok: false, threw: messageOf(error) }
  }
}

const SHOWN = 20

function report(
  issues: readonly [Issue, ...Issue[]],
  subject: 'input' | 'output',
  sensitive: readonly FieldPath[],
): { readonly message: string; readonly details: Readonly<Record<string, unknown>> } {
  const shown = issues
    .slice(0, SHOWN)
    .map((issue) => ({ issue, hidden: sensitive.some((path) => covers(path, issue.path)) }))
  const errors = shown.map(({ issue, hidden }) => ({
    field: jsonPointer(issue.path),
    expected: issue.expected,
    received: hidden && issue.received !== undefined ? REDACTED : showValue(issue.received),
  }))
  const message = shown.map(({ issue, hidden }) => sentence(issue, subject, hidden)).join(' ')
  return { message, details: { ...errors[0], errors } }
}

/** Does the sensitive path lead to this place, to something around it, or into it? */
function covers(sensitive: FieldPath, path: readonly (string | number)[]): boolean {
  const shared = Math.min(sensitive.length, path.length)
  return sensitive
    .slice(0, shared)
    .every((segment, index) => segment === path[index] || (segment === EACH && typeof path[index] === 'number'))
}
