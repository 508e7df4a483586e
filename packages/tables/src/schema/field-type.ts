import type { z } from 'zod'
import type { DataType, FieldOf } from '../config/field-config.ts'

/** What one data type means: which values it takes, and how a refusal of one reads. */
export interface FieldType<Type extends DataType> {
  /** Takes a value that is there; whether it may be missing is settled by `fieldSchema`. */
  readonly schema: (field: FieldOf<Type>) => z.ZodType
  /** What is allowed, for `details.expected`. */
  readonly expected: (field: FieldOf<Type>) => string
  /** `Field 'x' …`: the end of the sentence for a value that is refused with this code. */
  readonly refusal: (field: FieldOf<Type>, problem: Problem) => string
}

export interface Problem {
  /** Zod's code of the issue, or the one that a check of ours gave it. */
  readonly code: string
  /** The value as short text. */
  readonly received: string
  /** The bound that was exceeded, where the field has none of its own. */
  readonly bound: number | undefined
}

/** The schema with a check of ours, which gives the code of what is wrong, if anything is; `expected`: what is allowed, as the end of "must be …". */
export function checked<Value>(
  schema: z.ZodType<Value>,
  expected: string,
  codeOf: (value: Value) => string | undefined,
): z.ZodType<Value> {
  return schema.check((payload) => {
    const code = codeOf(payload.value)
    if (code !== undefined) payload.issues.push({ code: 'custom', params: { code, expected }, input: payload.value })
  })
}
