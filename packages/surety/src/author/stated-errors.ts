import { StandardErrorCodes } from '@surety/tool-contracts'
import type { StatedError } from './contract-file.ts'
import { record } from './yaml/mapping.ts'
import { type Entry, type Reader, flag, listOf, text } from './yaml/reader.ts'
import { errorCode } from './yaml/texts.ts'

const fields = record({ code: errorCode, description: text, retryable: flag }, ['code', 'description'])

/** The `errors` of a contract. */
export const statedErrors: Reader<readonly StatedError[]> = listOf({
  read(entry) {
    const { code, description, retryable } = fields.read(entry) ?? {}
    if (code === undefined || description === undefined) return undefined
    return { code, description, retryable: retryable ?? standard(code)?.retryable ?? false }
  },
  schema: fields.schema,
})

/** Says what is wrong with the codes taken together. */
export function checkErrors(entry: Entry, idempotent: boolean): void {
  const items: readonly unknown[] = Array.isArray(entry.value) ? entry.value : []
  const codes = items.map((_, index) => entry.at(index).at('code').value)
  for (const [index, code] of codes.entries()) {
    if (typeof code !== 'string') continue
    const at = entry.at(index)
    if (codes.indexOf(code) < index) at.say(`The error ${code} is there twice.`, 'Keep one of them.')
    if (standard(code)?.raisedBy === 'host') at.say(`${code} is a code that only the host raises.`, 'Leave it out.')
    if (at.at('retryable').value !== true) continue
    if (standard(code)?.retryable === false) {
      at.at('retryable').say(`${code} is a standard code and not retryable.`, 'Leave `retryable` out.')
    } else if (!idempotent) {
      const fix = 'Add `idempotent: true` if calling twice has the effect of calling once.'
      at.at('retryable').say(`${code} is retryable, but the tool is not declared idempotent (INV-MCP-004).`, fix)
    }
  }
}

interface Standard {
  readonly retryable: boolean
  readonly raisedBy: 'tool' | 'host'
}

const STANDARD: ReadonlyMap<string, Standard> = new Map(Object.entries(StandardErrorCodes))

function standard(code: string): Standard | undefined {
  return STANDARD.get(code)
}
