import { z } from 'zod'
import { isRecord } from '@surety/tool-contracts/tools'
import type { FieldType } from './field-type.ts'
import { isStorableJson } from './well-formed.ts'

export const booleanType: FieldType<'boolean'> = {
  schema: () => z.boolean(),
  expected: () => 'true or false',
  refusal: () => 'must be true or false',
}

/** Any JSON object; the governed call has made sure that it is plain data. */
export const jsonType: FieldType<'json'> = {
  schema: () =>
    z
      .custom((value) => isRecord(value) && isStorableJson(value), {
        params: { code: 'invalid_type', expected: 'a valid JSON object' },
      })
      .meta({ type: 'object' }),
  expected: () => 'JSON object',
  refusal: () => 'must be a valid JSON object',
}
