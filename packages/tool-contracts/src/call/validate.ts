import type { Contract } from '../contract/declare.ts'
import { jsonPointer } from '../contract/field-path.ts'
import { deepFreeze } from '../contract/freeze.ts'
import type { Parsed, Shape } from '../contract/shape.ts'
import { utf8Length } from '../journal/utf8.ts'
import { type Refused, type Result, messageOf, pass, refuse } from '../outcome.ts'
import type { Refusal } from '../refusal.ts'
import type { Produced } from './ports.ts'
import { report } from './report.ts'
import { BYTES_PER_SIZE, type Snapshot, snapshotOutput } from './snapshot.ts'

/** Does the input conform, read once and parsed into a frozen copy (INV-MCP-001, INV-MCP-005)? */
export function validateInput(contract: Contract, input: Snapshot): Result<unknown> {
  if (!input.ok) {
    const where = input.path.length === 0 ? 'The input' : `The input at '${input.path.slice(0, 8).join('.')}'`
    const details = { field: jsonPointer(input.path), expected: 'plain JSON data', received: input.problem, errors: [] }
    const advice = input.tooLarge ? 'Send less.' : 'Send plain JSON data.'
    return refuse('validate', 'caller', 'INVALID_INPUT', `${where} ${input.problem}. ${advice}`, details)
  }
  const parsed = parse(contract.input, input.value)
  if ('threw' in parsed) {
    const message = `The input schema of '${contract.toolName}' cannot be applied: ${parsed.threw}`
    return refuse('validate', 'contract', 'INTERNAL_ERROR', message)
  }
  if (parsed.ok) return pass(deepFreeze(parsed.value))
  const { message, details } = report(parsed.issues, 'input', contract.sensitive.input)
  return refuse('validate', 'caller', 'INVALID_INPUT', message, details)
}

/** Does the output, as JSON would carry it, conform and fit? The tool has acted either way. */
export function validateOutput(contract: Contract, { output, bytes }: Produced): Delivered {
  const { toolName } = contract
  // Read before it is judged: nobody has judged what a getter or toJSON would say the second time.
  const read = asJson(contract, output, false)
  if (!read.ok) return read
  const parsed = parse(contract.output, read.value.value)
  if ('threw' in parsed) {
    const message = `The output of '${toolName}' cannot be checked: ${parsed.threw}`
    return refuse('validateOutput', 'tool', 'INVALID_OUTPUT', message)
  }
  if (!parsed.ok) {
    const { message, details } = report(parsed.issues, 'output', contract.sensitive.output)
    return refuse('validateOutput', 'tool', 'INVALID_OUTPUT', `'${toolName}' ran, but: ${message}`, details)
  }
  const delivered = asJson(contract, parsed.value, true)
  return delivered.ok ? fitting(contract, delivered.value, bytes?.(delivered.value.value) ?? 0) : delivered
}

/** A refusal may withhold an output that is too large. */
type Delivered =
  | { readonly ok: true; readonly value: Delivery }
  | { readonly ok: false; readonly error: Refusal; readonly withheld?: unknown }

/** What the caller gets, and how many bytes of JSON it has at most. */
interface Delivery {
  readonly output: unknown
  readonly bytes: number
}

interface Read {
  readonly value: unknown
  readonly size: number
}

/** A copy as JSON would carry it; nothing is read as nothing. */
function asJson(contract: Contract, output: unknown, freezes: boolean): Result<Read> {
  if (output === undefined) return pass({ value: undefined, size: 0 })
  // A value over the limit is read only as far as it could still be measured.
  const maxSize = Math.max(contract.limits.maxOutputBytes, 2 ** 20) * 8
  const snapshot = snapshotOutput(output, { maxDepth: 1000, maxSize }, freezes)
  if (snapshot.ok) return pass(snapshot)
  if (snapshot.tooLarge) return tooLarge(contract, undefined)
  const details = { field: jsonPointer(snapshot.path), expected: 'JSON data', received: snapshot.problem, errors: [] }
  const message = `'${contract.toolName}' ran, but its output ${snapshot.problem}.`
  return refuse('validateOutput', 'tool', 'INVALID_OUTPUT', message, details)
}

/** The output, if neither it nor the answer around it has too many bytes. */
function fitting(contract: Contract, { value, size }: Read, bytesAround: number): Delivered {
  const limit = contract.limits.maxOutputBytes
  const output = value === undefined ? null : value
  const atMost = size * BYTES_PER_SIZE
  if (atMost <= limit && bytesAround <= limit) return { ok: true, value: { output, bytes: atMost } }
  const bytes = utf8Length(JSON.stringify(output))
  const counted = Math.max(bytes, bytesAround)
  return counted <= limit
    ? { ok: true, value: { output, bytes } }
    : { ...tooLarge(contract, counted), withheld: output }
}

function tooLarge({ toolName, limits }: Contract, bytes: number | undefined): Refused {
  const limit = limits.maxOutputBytes
  const size = bytes === undefined ? `far more than ${limit} bytes` : `${bytes} bytes`
  const message = `The output of '${toolName}' is ${size}; the contract allows ${limit}. Ask for less; the tool may have acted.`
  return refuse('validateOutput', 'tool', 'OUTPUT_TOO_LARGE', message, { bytes: bytes ?? null, limit })
}

/** A schema is foreign code too: it may throw, or be asynchronous, which throws. */
function parse(shape: Shape, value: unknown): Parsed | { readonly ok: false; readonly threw: string } {
  try {
    return shape.parse(value)
  } catch (error) {
    return { ok: false, threw: messageOf(error) }
  }
}
