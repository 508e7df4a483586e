import { isRecord } from '@surety/tool-contracts/tools'
import { ERROR_TYPES, type ExpectedError } from './contract-file.ts'
import { expectedOutput } from './expected-output.ts'
import { record } from './yaml/mapping.ts'
import { type Reader, oneOf, text, wrong } from './yaml/reader.ts'
import { errorCode } from './yaml/texts.ts'

/** What a test expects that only says that it fails. */
export const ANY_ERROR: ExpectedError = { code: undefined, message: undefined, type: undefined, details: {} }

/** A value as the text in which it is looked for. */
const word: Reader<string> = {
  read(entry) {
    const { value } = entry
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : text.read(entry)
  },
  schema: { type: ['string', 'number', 'boolean'] },
}

const details = record({ error_type: word, field: word, expected: word, received: word, message: word })
const fields = record({ code: errorCode, message: expectedOutput, type: oneOf(ERROR_TYPES), details })

/** An error that a test expects: a code, or a mapping of what must be so of it, as Syrin writes it too. */
export const expectedError: Reader<ExpectedError> = {
  read(entry) {
    const { value } = entry
    if (typeof value === 'string') {
      const code = errorCode.read(entry)
      return code === undefined ? undefined : { ...ANY_ERROR, code }
    }
    if (!isRecord(value) || Object.keys(value).length === 0) {
      return wrong(entry, 'a code such as NOT_FOUND, or a mapping of code, message, type and details')
    }
    const read = fields.read(entry)
    if (read === undefined) return undefined
    const { code, message, type, details: stated = {} } = read
    const words = Object.entries<string | undefined>(stated).flatMap(([name, one]) =>
      one === undefined ? [] : [[name, one] as const],
    )
    return { code, message, type, details: Object.fromEntries(words) }
  },
  schema: { anyOf: [errorCode.schema, fields.schema] },
}
