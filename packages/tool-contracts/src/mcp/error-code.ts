import { CODE_PATTERN } from '../codes.ts'
import { isRecord } from '../contract/record.ts'
import { type Said, textsIn } from './output-of.ts'
import { META } from './types.ts'

/** A `tools/call` result that says it failed. */
interface Failed extends Said {
  readonly _meta?: unknown
}

/** Which error code does a failed result carry? The first place that holds one counts; undefined where none does. */
export function errorCodeOf(result: Failed): string | undefined {
  const { error, code } = fieldsOf(result.structuredContent)
  const text = textsIn(result).find((said) => said !== '')
  return [fieldsOf(error)['code'], code, refusalCodeOf(result), codeAtStart(text)].find(isCode)
}

/** The code with which a host of Surety's refused, in the server itself. */
export function refusalCodeOf({ _meta }: Failed): string | undefined {
  return [fieldsOf(fieldsOf(_meta)[META.error])['code']].find(isCode)
}

/** Which error code does a JSON-RPC error carry: in its data, or at the start of its message? */
export function rpcErrorCodeOf(error: { readonly message?: unknown; readonly data?: unknown }): string | undefined {
  return [fieldsOf(error.data)['code'], codeAtStart(error.message)].find(isCode)
}

/** `CODE` of a text `CODE: …`. */
function codeAtStart(text: unknown): string | undefined {
  return typeof text === 'string' && text.includes(':') ? text.slice(0, text.indexOf(':')) : undefined
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && CODE_PATTERN.test(value)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}
