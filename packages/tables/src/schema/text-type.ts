import { z } from 'zod'
import type { FieldOf } from '../config/field-config.ts'
import { type FieldType, failsAs } from './field-type.ts'
import { characters, isStorableText } from './well-formed.ts'

export const textType: FieldType<'text'> = {
  schema(field) {
    const { minLength = 0, maxLength = Infinity } = field
    const lengths = {
      ...(field.minLength !== undefined && { minLength }),
      ...(field.maxLength !== undefined && { maxLength }),
    }
    return z
      .string()
      .refine((text) => minLength === 0 || characters(text) >= minLength, failsAs('too_small'))
      .refine((text) => text.length <= maxLength || characters(text) <= maxLength, failsAs('too_big'))
      .refine(isStorableText, failsAs('invalid_format'))
      .meta(lengths)
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
