import { SEMANTIC_TYPES, type SemanticType } from '@surety/tool-contracts'
import type { Ignored } from './contract-file.ts'
import { mapOf, record } from './yaml/mapping.ts'
import { type Reader, oneOf, text } from './yaml/reader.ts'
import { date, fieldPath, ruleCode } from './yaml/texts.ts'

const SEMANTIC_NAMES = Object.keys(SEMANTIC_TYPES).filter((name): name is SemanticType => name in SEMANTIC_TYPES)

/** `customer_id: uuid` */
export const semanticTypes: Reader<Readonly<Record<string, SemanticType>>> = mapOf(oneOf(SEMANTIC_NAMES), fieldPath)

const ignoredFields = record({ code: ruleCode, reason: text, until: date }, ['code', 'reason'])

/** A finding the author knows of. */
export const ignored: Reader<Ignored> = {
  read(entry) {
    const { code, reason, until } = ignoredFields.read(entry) ?? {}
    return code === undefined || reason === undefined ? undefined : { code, reason, until }
  },
  schema: ignoredFields.schema,
}
