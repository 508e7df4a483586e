import { z } from 'zod'

/** The kinds of values that a field can hold. */
export const DATA_TYPES = ['text', 'integer', 'numeric', 'boolean', 'enum', 'datetime', 'json'] as const
export type DataType = (typeof DATA_TYPES)[number]

/** What a default of a datetime field says for the moment of the call. */
export const NOW = 'now'

const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

const common = {
  name: z
    .string()
    .regex(FIELD_NAME, 'Use letters, digits and _, at most 63, and no digit first.')
    .refine((name) => name !== '__proto__', 'This name has a meaning of its own in JavaScript.'),
  label: z.string().min(1).max(200),
  required: z.boolean(),
  /** Never stored in the journal, never shown in an error. */
  sensitive: z.boolean().optional(),
}

const length = z.int().min(0)
const instant = z.iso.datetime({ offset: true })

/** One field of a table's tool. */
export const FieldConfig = z.discriminatedUnion('dataType', [
  z.strictObject({
    ...common,
    dataType: z.literal('text'),
    /** Counted in Unicode characters, as databases do. */
    minLength: length.optional(),
    maxLength: length.min(1).optional(),
    defaultValue: z.string().optional(),
  }),
  z.strictObject({
    ...common,
    dataType: z.literal('integer'),
    min: z.int().optional(),
    max: z.int().optional(),
    defaultValue: z.number().optional(),
  }),
  z.strictObject({
    ...common,
    dataType: z.literal('numeric'),
    min: z.number().optional(),
    max: z.number().optional(),
    /** Digits in all; without `scale` there are none behind the point, as in SQL. */
    precision: z.int().min(1).max(1000).optional(),
    /** Digits behind the decimal point. */
    scale: z.int().min(0).max(1000).optional(),
    defaultValue: z.number().optional(),
  }),
  z.strictObject({ ...common, dataType: z.literal('boolean'), defaultValue: z.boolean().optional() }),
  z.strictObject({
    ...common,
    dataType: z.literal('enum'),
    enumValues: z.array(z.string().min(1)).min(1),
    defaultValue: z.string().optional(),
  }),
  z.strictObject({
    ...common,
    dataType: z.literal('datetime'),
    minDate: instant.optional(),
    maxDate: instant.optional(),
    /** `now`: the moment of the call. */
    defaultValue: z.string().optional(),
  }),
  z.strictObject({
    ...common,
    dataType: z.literal('json'),
    defaultValue: z.record(z.string(), z.unknown()).optional(),
  }),
])

export type FieldConfig = z.output<typeof FieldConfig>
/** The configuration of a field of one data type. */
export type FieldOf<Type extends DataType> = Extract<FieldConfig, { dataType: Type }>
