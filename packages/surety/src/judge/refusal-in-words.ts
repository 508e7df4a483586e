import { type Json, isList, isRecord, textsIn } from '@surety/tool-contracts/tools'
import type { ResultAnswer } from './call-evidence.ts'
import { fieldOf, parseStructure } from './json.ts'

/** Texts that are nothing but a refusal, by how they begin; marks and emphasis before it do not count. */
const REFUSALS: readonly RegExp[] = [
  /^(?:an? )?(?:[\w.]*(?:error|exception)|failure|refused|rejected)(?: ?(?:[-\d]+|\([^)]*\)|\[[^\]]*\]))?\s*[:!]/i,
  /^(?:mcp )?error -?\d/i,
  /^error (?:executing|calling|running|invoking|processing|performing|parsing|validating|while|in|occurred)\b[^\n]*:/i,
  /^an (?:unexpected )?error (?:has )?occurred\b/i,
  /^(?:(?:input|schema|argument|parameter) )?validation (?:error|failed|failure)/i,
  /^(?:missing|no) required (?:arg|param|field|prop|input|value|key|option)/i,
  /^(?:missing|invalid|unknown|unsupported|bad|unexpected) (?:[\w'"`]+ ){0,3}?(?:arguments?|param(?:eter)?s?|input|value|property|field|type|format|option|request|name|id)(?=[\s]*(?:$|[:.!'"`(]|for |in ))/i,
  /^(?:failed to|unable to|could not|couldn['’]t|cannot|can['’]t) \w/i,
  /^(?:please |you must )(?:provide|specify|supply|pass)\b/i,
  /^no [\w '"`]{1,40}(?:provided|given|specified)\b/i,
  /^['"`]?[\w.[\]-]+['"`]?(?: \w+)? (?:(?:is|are) (?:required|missing|invalid|not valid)(?=\s*(?:$|[.,:;!(]|for |but |when ))|(?:must|should) (?:be|not be|have|contain|match)|cannot be empty)\b/i,
  /^traceback \(most recent call last\)/i,
]

/** A refusal in words is short; what goes on for longer tells of something else. */
const LONGEST = 2000

/** Does a result say in words or JSON that the call was refused, without `isError`? */
export function refusesInWords({
  content,
  structuredContent,
}: Pick<ResultAnswer, 'content' | 'structuredContent'>): boolean {
  if ((structuredContent ?? null) !== null) return refuses(structuredContent)
  return refuses(textsIn({ content }).join('\n'))
}

function refuses(said: Json | undefined): boolean {
  if (typeof said === 'string') return refusesAsText(said)
  if (!isRecord(said)) return false
  const [only, ...others] = Object.values(said)
  // Some libraries wrap every text: { "result": "Error: …" }.
  if (others.length === 0 && typeof only === 'string' && refusesAsText(only)) return true
  return saysError(said)
}

function refusesAsText(text: string): boolean {
  const data = parseStructure(text)
  if (data !== undefined) return refuses(data)
  const plain = text.replace(/^[^\p{L}\p{N}'"`]+/u, '').replace(/^(\w+)\*+/, '$1')
  return plain.length <= LONGEST && REFUSALS.some((pattern) => pattern.test(plain))
}

/** What stands beside an error and is no result. */
const ABOUT_ERRORS =
  /^(?:errors?|messages?|msg|text|code|status|statuscode|success|ok|iserror|details?|reasons?|cause|hints?|tips?|help|suggestions?|type|name|title|descriptions?|docs?|documentation|path|field|param(?:eter)?|expected|received|examples?|available\w*|valid\w*|allowed\w*|supported\w*|timestamp|time|request_?id|trace_?id|stack|tool|retryable|retry_?after)$/i

function saysError(said: { readonly [key: string]: Json }): boolean {
  // What tells more was done all the same.
  if (Object.entries(said).some(([key, value]) => isSaid(value) && !ABOUT_ERRORS.test(key))) return false
  if (isSaid(fieldOf(said, 'error'))) return true
  if (fieldOf(said, 'success') === false || fieldOf(said, 'ok') === false || fieldOf(said, 'isError') === true)
    return true
  if (fieldOf(said, 'status') === 'error') return true
  const beside = Object.entries(said).filter(([key, value]) => key !== 'errors' && value !== null)
  return beside.length === 0 && isSaid(fieldOf(said, 'errors'))
}

/** Is there anything: no null, false, 0 or empty text, list or object? */
function isSaid(value: Json | undefined): boolean {
  if (isList(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return Boolean(value)
}
