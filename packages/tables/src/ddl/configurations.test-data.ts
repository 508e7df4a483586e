import * as fc from 'fast-check'
import type { FieldConfig } from '../config/field-config.ts'
import { TableConfig } from '../config/table-config.ts'

/** Words that a parser trips over, where they are not quoted. */
const KEYWORDS = [
  'select',
  'table',
  'order',
  'group',
  'check',
  'default',
  'user',
  'primary',
  'constraint',
  'references',
]

const common = { label: 'A field', required: true }
const SEPARATORS = Array.from('\'"`;\\-()[]{}, ~$?%\n\té😀')

const name = fc.oneof(fc.constantFrom(...KEYWORDS, 'id'), fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/))
const column = fc.string({
  unit: fc.oneof(fc.constantFrom(...SEPARATORS), fc.string({ minLength: 1, maxLength: 1 })),
  minLength: 1,
  maxLength: 12,
})
const value = fc.string({
  unit: fc.oneof(fc.constantFrom(...SEPARATORS), fc.string({ minLength: 1, maxLength: 1 })),
  minLength: 1,
  maxLength: 8,
})
const integer = fc.oneof(fc.integer(), fc.maxSafeInteger())
/** Never -0, which no database keeps. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0)

const limits = fc.oneof(
  fc.record(
    { dataType: fc.constant('text'), minLength: fc.nat(50), maxLength: fc.integer({ min: 50, max: 20_000_000 }) },
    { requiredKeys: ['dataType'] },
  ),
  between('integer', integer),
  fc
    .tuple(
      between('numeric', number),
      fc.option(
        fc.record({ precision: fc.integer({ min: 1, max: 40 }), scale: fc.nat(40) }, { requiredKeys: ['precision'] }),
        { nil: {} },
      ),
    )
    .map(([range, digits]) => ({ ...range, ...digits })),
  fc.record({ dataType: fc.constant('boolean') }),
  fc.record({ dataType: fc.constant('enum'), enumValues: fc.uniqueArray(value, { minLength: 1, maxLength: 5 }) }),
  fc.record({ dataType: fc.constant('datetime') }),
  fc.record({ dataType: fc.constant('json') }),
)

function between(dataType: string, bound: fc.Arbitrary<number>): fc.Arbitrary<object> {
  return fc.tuple(fc.option(bound), fc.option(bound)).map(([one, other]) => {
    const [min, max] = one !== null && other !== null && one > other ? [other, one] : [one, other]
    return { dataType, ...(min !== null && { min }), ...(max !== null && { max }) }
  })
}

/** Any configuration of a table; two columns of it differ by more than case, which SQLite ignores. */
export const anyTable: fc.Arbitrary<TableConfig> = fc
  .record({
    tableName: fc.oneof(fc.constantFrom(...KEYWORDS), fc.stringMatching(/^[a-z][a-z0-9]{0,20}(_[a-z0-9]{1,20}){0,2}$/)),
    fields: fc.uniqueArray(fc.record({ name, column: fc.option(column), required: fc.boolean(), limits }), {
      minLength: 1,
      maxLength: 6,
      selector: (field) => field.name.toLowerCase(),
    }),
    unique: fc.option(fc.nat(5)),
  })
  .map(({ tableName, fields, unique }) => {
    const columns = new Set(fields.map((field) => field.name.toLowerCase()))
    const columnMappings: Record<string, string> = {}
    for (const { name, column } of fields) {
      if (column === null || columns.has(column.toLowerCase())) continue
      columns.add(column.toLowerCase())
      columnMappings[name] = column
    }
    return TableConfig.parse({
      tableName,
      toolId: 'add-row',
      displayName: 'Row',
      description: 'Adds one row to it.',
      fields: fields.map(({ name, required, limits }) => ({
        ...common,
        name,
        required: required || isKey(columnMappings[name] ?? name),
        ...limits,
      })),
      columnMappings,
      ...(unique !== null && { constraints: { unique: [fields.slice(0, unique + 1).map((field) => field.name)] } }),
    })
  })

function isKey(column: string): boolean {
  return column.toLowerCase() === 'id'
}

/** All that a configuration can say of fields. */
export const BROAD_FIELDS: readonly FieldConfig[] = [
  { name: 'plain', label: 'Plain', required: true, dataType: 'text' },
  { name: 'short', label: 'Short', required: false, dataType: 'text', minLength: 2, maxLength: 50 },
  { name: 'endless', label: 'Endless', required: false, dataType: 'text', maxLength: 20_000_000 },
  { name: 'count', label: 'Count', required: true, dataType: 'integer' },
  { name: 'level', label: 'Level', required: true, dataType: 'integer', min: 1, max: 10 },
  { name: 'debt', label: 'Debt', required: false, dataType: 'integer', min: -5 },
  { name: 'far', label: 'Far', required: false, dataType: 'integer', min: -(2 ** 40), max: 2 ** 53 - 1 },
  { name: 'exact', label: 'Exact', required: false, dataType: 'numeric' },
  { name: 'price', label: 'Price', required: true, dataType: 'numeric', precision: 10, scale: 2, min: 0.01 },
  { name: 'whole', label: 'Whole', required: false, dataType: 'numeric', precision: 5 },
  { name: 'scaled', label: 'Scaled', required: false, dataType: 'numeric', scale: 2, min: -1e21, max: 1e21 },
  { name: 'active', label: 'Active', required: true, dataType: 'boolean' },
  {
    name: 'mood',
    label: 'Mood',
    required: true,
    dataType: 'enum',
    enumValues: ['happy', "it's", 'a;b', 'back\\slash', '"', '--', '/*', '😀', '$1', '?', ' '],
  },
  { name: 'at', label: 'At', required: true, dataType: 'datetime' },
  { name: 'seen', label: 'Seen', required: false, dataType: 'datetime' },
  { name: 'meta', label: 'Meta', required: false, dataType: 'json' },
  { name: 'select', label: 'Select', required: false, dataType: 'text' },
  { name: 'Order', label: 'Order', required: false, dataType: 'enum', enumValues: ['asc'] },
  { name: 'defaulted', label: 'Defaulted', required: false, dataType: 'integer', min: 0, max: 9, defaultValue: 5 },
]

export const BROAD: TableConfig = {
  tableName: 'group',
  toolId: 'add-group',
  displayName: 'Group',
  description: 'Adds one row to the table.',
  fields: [...BROAD_FIELDS],
  columnMappings: { plain: 'a "quoted" na\'me; --', debt: 'a.b', Order: 'order' },
  constraints: { unique: [['plain'], ['level', 'plain'], ['debt', 'select', 'mood']] },
}
