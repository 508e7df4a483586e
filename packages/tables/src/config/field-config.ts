import { z } from 'zod'

/** The kinds of values that a field can hold. */
export const DATA_TYPES = ['text', 'integer', 'numeric', 'boolean', 'enum', 'datetime', 'json'] as const
export type DataType = (typeof DATA_TYPES)[number]

/** What a default of a datetime field says for the moment of the call. */
export const NOW = 'now'

interface CommonKeys {
  readonly name: string
  readonly label: string
  readonly required: boolean
  /** Never stored in the journal, never shown in an error. */
  readonly sensitive?: boolean | undefined
}

interface TextField extends CommonKeys {
  readonly dataType: 'text'
  /** Counted in Unicode characters, as databases do. */
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly defaultValue?: string | undefined
}

interface IntegerField extends CommonKeys {
  readonly dataType: 'integer'
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly defaultValue?: number | undefined
}

interface NumericField extends CommonKeys {
  readonly dataType: 'numeric'
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Digits in all; without `scale` there are none behind the point, as in SQL. */
  readonly precision?: number | undefined
  /** Digits behind the decimal point. */
  readonly scale?: number | undefined
  readonly defaultValue?: number | undefined
}

interface BooleanField extends CommonKeys {
  readonly dataType: 'boolean'
  readonly defaultValue?: boolean | undefined
}

interface EnumField extends CommonKeys {
  readonly dataType: 'enum'
  readonly enumValues: readonly string[]
  readonly defaultValue?: string | undefined
}

interface DatetimeField extends CommonKeys {
  readonly dataType: 'datetime'
  readonly minDate?: string | undefined
  readonly maxDate?: string | undefined
  /** `now`: the moment of the call. */
  readonly defaultValue?: string | undefined
}

interface JsonField extends CommonKeys {
  readonly dataType: 'json'
  readonly defaultValue?: Readonly<Record<string, unknown>> | undefined
}

/** One field of a table's tool. */
export type FieldConfig = TextField | IntegerField | NumericField | BooleanField | EnumField | DatetimeField | JsonField

/** The configuration of a field of one data type. */
export type FieldOf<Type extends DataType> = Extract<FieldConfig, { readonly dataType: Type }>

const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

const common = {
  name: z
    .string()
    .regex(FIELD_NAME, 'Use letters, digits and _, at most 63, and no digit first.')
    // What every object inherits, `__proto__` among it: an input without the field would seem to have it.
    .refine((name) => !(name in {}), 'This name has a meaning of its own in JavaScript: choose another.')
    .describe("The key of the value in the tool's input, and the column's name unless columnMappings says another."),
  label: z.string().min(1).max(200).describe('What the field is called to people and agents.'),
  required: z.boolean().describe('Must every call give a value? A default makes up for a missing one.'),
  sensitive: z.boolean().optional().describe('Never stored in the journal, never shown in an error.'),
}

const length = z.int().min(0)
const instant = z.iso.datetime({ offset: true })
const defaultText = 'Stored where a call gives no value. It must satisfy its own field.'

const FIELDS = {
  text: z
    .strictObject({
      ...common,
      dataType: z.literal('text').describe('A text.'),
      minLength: length.optional().describe('The fewest Unicode characters.'),
      maxLength: length.min(1).optional().describe('The most Unicode characters.'),
      defaultValue: z.string().optional().describe(defaultText),
    })
    .meta({ title: 'A text field' }),
  integer: z
    .strictObject({
      ...common,
      dataType: z.literal('integer').describe('A whole number.'),
      min: z.int().optional().describe('The lowest value that is allowed.'),
      max: z.int().optional().describe('The highest value that is allowed.'),
      defaultValue: z.number().optional().describe(defaultText),
    })
    .meta({ title: 'An integer field' }),
  numeric: z
    .strictObject({
      ...common,
      dataType: z.literal('numeric').describe('A number, also with decimals.'),
      min: z.number().optional().describe('The lowest value that is allowed.'),
      max: z.number().optional().describe('The highest value that is allowed.'),
      precision: z
        .int()
        .min(1)
        .max(1000)
        .optional()
        .describe('The most digits in all. Without scale there are none behind the decimal point, as in SQL.'),
      scale: z.int().min(0).max(1000).optional().describe('The most digits behind the decimal point.'),
      defaultValue: z.number().optional().describe(defaultText),
    })
    .meta({ title: 'A numeric field' }),
  boolean: z
    .strictObject({
      ...common,
      dataType: z.literal('boolean').describe('true or false.'),
      defaultValue: z.boolean().optional().describe(defaultText),
    })
    .meta({ title: 'A boolean field' }),
  enum: z
    .strictObject({
      ...common,
      dataType: z.literal('enum').describe('One of several texts.'),
      enumValues: z.array(z.string().min(1)).min(1).describe('The values that are allowed.'),
      defaultValue: z.string().optional().describe(defaultText),
    })
    .meta({ title: 'An enum field' }),
  datetime: z
    .strictObject({
      ...common,
      dataType: z.literal('datetime').describe('A moment: ISO 8601 with an offset.'),
      minDate: instant.optional().describe('The earliest moment that is allowed, such as 2025-01-01T00:00:00Z.'),
      maxDate: instant.optional().describe('The latest moment that is allowed, such as 2035-12-31T23:59:59Z.'),
      defaultValue: z.string().optional().describe(`${defaultText} '${NOW}' is the moment of the call.`),
    })
    .meta({ title: 'A datetime field' }),
  json: z
    .strictObject({
      ...common,
      dataType: z.literal('json').describe('A JSON object.'),
      defaultValue: z.record(z.string(), z.unknown()).optional().describe(defaultText),
    })
    .meta({ title: 'A json field' }),
} satisfies Record<DataType, z.ZodType>

export const FieldConfig: z.ZodType<FieldConfig> = z.discriminatedUnion('dataType', [
  FIELDS.text,
  FIELDS.integer,
  FIELDS.numeric,
  FIELDS.boolean,
  FIELDS.enum,
  FIELDS.datetime,
  FIELDS.json,
])

/** What can be said of a field whose data type is none. */
export const AnyField: z.ZodType = z.looseObject(common)

/** The keys that a field of a data type may have. */
export function fieldKeys(dataType: DataType): readonly string[] {
  return Object.keys(FIELDS[dataType].shape)
}
