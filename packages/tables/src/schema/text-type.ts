import { z } from 'zod'
import type { FieldOf } from '../config/field-config.ts'
import { type FieldType, checked } from './field-type.ts'
import { characters, isStorableText } from './well-formed.ts'

export const textType: FieldType<'text'> = {
  schema(field) {
    const { minLength = 0, maxLength = Infinity } = field
    const lengths = {
      ...(field.minLength !== undefined && { minLength }),
      ...(field.maxLength !== undefined && { maxLength }),
    }
    const text = checked(z.string(), `a ${textType.expected(field)}, without NUL and half characters`, (value) => {
      // A character has one or two units.
      if (value.length < 2 * minLength && characters(value) < minLength) return 'too_small'
      if (value.length > maxLength && characters(value) > maxLength) return 'too_big'
      return isStorableText(value) ? undefined : 'invalid_format'
    })
    return text.meta(lengths)
  },
  expected: ({ minLength, maxLength }) => {
    if (minLength !== undefined && maxLength !== undefined) return `string of ${minLength} to ${maxLength} characters`
    if (maxLength !== undefined) return `string of at most ${maxLength} characters`
    return minLength === undefined ? 'string' : `string of at least ${minLength} characters`
  },
  refusal(field, { code, received }) {
    if (code === 'too_big') return `exceeds maximum length of ${field.maxLength} characters`
    if (code === 'too_small') return `must be at least ${field.minLength} characters`
    if (code === 'invalid_format') return UNSTORABLE
    return `must be a string, but received ${received}`
  },
}

const UNSTORABLE = 'must not contain NUL characters or unpaired surrogates'

/** A text that is one of a list. */
export const enumType: FieldType<'enum'> = {
  schema: ({ enumValues }) => z.enum(enumValues),
  expected: oneOf,
  refusal: (field) => `must be ${oneOf(field)}`,
}

function oneOf({ enumValues }: FieldOf<'enum'>): string {
  return `one of: ${enumValues.join(', ')}`
}
