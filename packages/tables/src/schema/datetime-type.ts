import { z } from 'zod'
import type { FieldOf } from '../config/field-config.ts'
import { type FieldType, checked } from './field-type.ts'
import { compareInstants, toUtc } from './instant.ts'

export const datetimeType: FieldType<'datetime'> = {
  schema(field) {
    const { minDate, maxDate } = field
    return checked(z.iso.datetime({ offset: true, abort: true }), `an ${datetimeType.expected(field)}`, (text) => {
      if (toUtc(text) === undefined) return 'invalid_format'
      if (minDate !== undefined && compareInstants(text, minDate) < 0) return 'too_small'
      return maxDate !== undefined && compareInstants(text, maxDate) > 0 ? 'too_big' : undefined
    })
  },
  expected: (field) => `ISO 8601 datetime with an offset, such as 2025-10-05T14:30:00Z${range(field)}`,
  refusal(field, { code, received }) {
    if (code === 'too_small' || code === 'too_big') return `must be${range(field)}, but received ${received}`
    return 'must be a valid ISO 8601 datetime'
  },
}

function range({ minDate, maxDate }: FieldOf<'datetime'>): string {
  if (minDate !== undefined && maxDate !== undefined) return ` between ${minDate} and ${maxDate}`
  if (minDate !== undefined) return ` not before ${minDate}`
  return maxDate === undefined ? '' : ` not after ${maxDate}`
}
