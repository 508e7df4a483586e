import { type Json, type JsonObject, isList, isRecord, textsIn } from '@surety/tool-contracts/tools'
import type { ResultAnswer } from './call-evidence.ts'
import { fieldOf, parseStructure } from './json.ts'
import { FAILURES, LOG_LINE, REFUSALS, SORRY } from './refusing-words.ts'

/** A refusal in words is short; what goes on for longer tells of something else. */
const LONGEST = 2000

type Said = Pick<ResultAnswer, 'content' | 'structuredContent'>

/** How refusals read: after an input that had to be refused, or after a valid one, where the same words may be the result. */
interface Reading {
  readonly patterns: readonly RegExp[]
  readonly says: (said: JsonObject) => boolean
}

const INVALID: Reading = { patterns: REFUSALS, says: saysError }
const VALID: Reading = { patterns: FAILURES, says: saysOnlyError }

/** Does a result say in words or JSON that an invalid input was refused, without `isError`? */
export function refusesInWords(answer: Said): boolean {
  return refuses(saidIn(answer), INVALID)
}

/** Does the result of a valid input say beyond doubt that there is none? Logs, checks and searches that find nothing are results. */
export function failsInWords(answer: Said): boolean {
  return refuses(saidIn(answer), VALID)
}

function saidIn({ content, structuredContent }: Said): Json {
  return structuredContent ?? textsIn({ content }).join('\n')
}

function refuses(said: Json, reading: Reading): boolean {
  if (typeof said === 'string') return refusesAsText(said, reading)
  if (!isRecord(said)) return false
  const [only, ...others] = Object.values(said)
  // Some libraries wrap every text: { "result": "Error: …" }.
  if (others.length === 0 && typeof only === 'string' && refusesAsText(only, reading)) return true
  return reading.says(said)
}

function refusesAsText(text: string, reading: Reading): boolean {
  const data = parseStructure(text)
  if (data !== undefined) return refuses(data, reading)
  const plain = text
    .replace(/^[^\p{L}\p{N}'"`]+/u, '')
    .replace(/^(\w+)\*+/, '$1')
    .replace(SORRY, '')
  return plain.length <= LONGEST && !LOG_LINE.test(plain) && reading.patterns.some((pattern) => pattern.test(plain))
}

/** What stands beside an error and is no result. */
const ABOUT_ERRORS =
  /^(?:errors?|messages?|msg|text|code|status|statuscode|success|ok|iserror|details?|reasons?|cause|hints?|tips?|help|suggestions?|type|name|title|descriptions?|docs?|documentation|path|field|param(?:eter)?|expected|received|examples?|available\w*|valid\w*|allowed\w*|supported\w*|timestamp|time|request_?id|trace_?id|stack|tool|retryable|retry_?after)$/i

/** A status and its words, and nothing else. */
const ABOUT_STATUS = /^(?:code|status|statuscode|status_code|message|msg|text|error|details?|success|ok)$/i

function saysError(said: JsonObject): boolean {
  // What tells more was done all the same.
  if (tellsBeyond(said, ABOUT_ERRORS)) return false
  if (isSaid(fieldOf(said, 'error'))) return true
  if (fieldOf(said, 'success') === false || fieldOf(said, 'ok') === false || fieldOf(said, 'isError') === true)
    return true
  if (fieldOf(said, 'status') === 'error' || saysStatus(said)) return true
  const beside = Object.entries(said).filter(([key, value]) => key !== 'errors' && value !== null)
  return beside.length === 0 && isSaid(fieldOf(said, 'errors'))
}

/** `{"code": 400, "message": "Bad Request"}` */
function saysStatus(said: JsonObject): boolean {
  if (tellsBeyond(said, ABOUT_STATUS) || !saysWhy(said)) return false
  return ['code', 'status', 'statusCode', 'status_code'].some((key) => {
    const status = Number(fieldOf(said, key) ?? 0)
    return Number.isInteger(status) && status >= 400 && status < 600
  })
}

/** An error in a sentence or with a flag; a code beside its description is what an encyclopaedia of errors answers. */
function saysOnlyError(said: JsonObject): boolean {
  if (!saysError(said)) return false
  const error = fieldOf(said, 'error')
  const isFlagged =
    fieldOf(said, 'success') === false ||
    fieldOf(said, 'ok') === false ||
    fieldOf(said, 'isError') === true ||
    fieldOf(said, 'status') === 'error'
  if (isFlagged) return saysWhy(said)
  if (isSaid(fieldOf(said, 'errors'))) return Object.hasOwn(said, 'data')
  if (typeof error === 'string') return /\S\s+\S/.test(error) || Object.values(said).filter(isSaid).length === 1
  return isRecord(error)
}

function saysWhy(said: JsonObject): boolean {
  return ['error', 'message', 'msg', 'text', 'reason', 'detail', 'details', 'errors'].some((key) =>
    isSaid(fieldOf(said, key)),
  )
}

function tellsBeyond(said: JsonObject, keys: RegExp): boolean {
  return Object.entries(said).some(([key, value]) => isSaid(value) && !keys.test(key))
}

/** Is there anything: no null, false, 0 or empty text, list or object? */
function isSaid(value: Json | undefined): boolean {
  if (isList(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return Boolean(value)
}
