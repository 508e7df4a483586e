import { CAPABILITIES } from '@surety/tool-contracts'
import * as fc from 'fast-check'
import { DATA_TYPES, type FieldConfig } from './field-config.ts'
import { ToolConfiguration } from './table-config.ts'

type Optional<T> = fc.Arbitrary<T | undefined>

/** Left out where undefined. */
function optional<T>(arbitrary: fc.Arbitrary<T>): Optional<T> {
  return fc.option(arbitrary, { nil: undefined })
}

const units = fc.oneof(
  fc.constantFrom(...':#-?*&!|>%@`{}[],\'"\\/ \n\r\t\u0085\u2028\uFEFF\u007F~'.split(''), '😀', 'é'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('null', 'true', 'yes', '1.0', '0x1', '---', '<<', '2020-01-01'),
)

/** Any characters that a database stores, all that YAML and JSON write in special ways among them. */
function texts(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const isStorable = (text: string): boolean =>
    text.isWellFormed() && !text.includes('\0') && text.length >= minLength && text.length <= maxLength
  return fc
    .array(units, { minLength, maxLength: Math.min(maxLength, minLength + 8) })
    .map((parts) => parts.join(''))
    .filter(isStorable)
}

function names(pattern: RegExp): fc.Arbitrary<string> {
  return fc.stringMatching(pattern).filter((name) => !name.includes('__proto__'))
}

const fieldNames = names(/^[A-Za-z_][A-Za-z0-9_]{0,10}$/)
const wholes = fc.integer({ min: -1000, max: 1000 })
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)
const lengths = fc.integer({ min: 1, max: 100 })
const instants = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString())
const objects = fc
  .dictionary(texts(0, 10), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map(plain)
  .filter(isStorable)

/** Ascending, so that they can be bounds. */
function pair<T>(arbitrary: fc.Arbitrary<T>, order: (one: T, other: T) => number): fc.Arbitrary<readonly [T, T]> {
  return fc.tuple(arbitrary, arbitrary).map(([one, other]) => (order(one, other) <= 0 ? [one, other] : [other, one]))
}

const ascending = (one: number, other: number): number => one - other

function boundsOf<T>(low: string, high: string, arbitrary: fc.Arbitrary<readonly [T, T]>): fc.Arbitrary<object> {
  return fc.tuple(arbitrary, fc.constantFrom('none', 'low', 'high', 'both')).map(([[least, most], which]) => ({
    ...(which === 'low' || which === 'both' ? { [low]: least } : {}),
    ...(which === 'high' || which === 'both' ? { [high]: most } : {}),
  }))
}

const OWN_KEYS: Readonly<Record<FieldConfig['dataType'], fc.Arbitrary<object>>> = {
  text: boundsOf('minLength', 'maxLength', pair(lengths, ascending)),
  integer: boundsOf('min', 'max', pair(wholes, ascending)),
  numeric: fc
    .tuple(boundsOf('min', 'max', pair(numbers, ascending)), boundsOf('scale', 'precision', pair(lengths, ascending)))
    .map(([bounds, digits]) => ({ ...bounds, ...digits })),
  boolean: fc.record({ defaultValue: optional(fc.boolean()) }),
  enum: fc
    .uniqueArray(texts(1, 10), { minLength: 1, maxLength: 4 })
    .chain((enumValues) =>
      fc.record({ enumValues: fc.constant(enumValues), defaultValue: optional(fc.constantFrom(...enumValues)) }),
    ),
  datetime: boundsOf(
    'minDate',
    'maxDate',
    pair(instants, (one, other) => (one < other ? -1 : 1)),
  ),
  json: fc.record({ defaultValue: optional(objects) }),
}

const common = fc.record({ label: texts(1, 20), required: fc.boolean(), sensitive: optional(fc.boolean()) })

function field(name: string): fc.Arbitrary<object> {
  return fc
    .constantFrom(...DATA_TYPES)
    .chain((dataType) =>
      fc.tuple(common, OWN_KEYS[dataType]).map(([keys, own]) => ({ name, ...keys, dataType, ...own })),
    )
}

const ownKeys = {
  tableName: names(/^[a-z][a-z0-9]{0,5}(_[a-z0-9]{1,5}){0,2}$/),
  displayName: texts(1, 20),
  description: texts(10, 60),
  successMessage: optional(texts(1, 30).filter((text) => !/\{\w+\}/.test(text))),
  coalesce: optional(fc.boolean()),
  audit: optional(fc.boolean()),
  approval: optional(fc.constantFrom('never', 'always')),
  capabilities: optional(fc.subarray([...CAPABILITIES], { minLength: 1 })),
}

function table(toolId: string): fc.Arbitrary<object> {
  return fc
    .uniqueArray(fieldNames, { minLength: 1, maxLength: 4, selector: (name) => name.toLowerCase() })
    .chain((fields) =>
      fc.record({
        ...ownKeys,
        toolId: fc.constant(toolId),
        fields: fc.tuple(...fields.map(field)),
        columnMappings: optional(
          fc.subarray(fields).map((mapped) => Object.fromEntries(mapped.map((name) => [name, `${name} column`]))),
        ),
        constraints: optional(
          fc.record({ unique: optional(fc.array(fc.subarray(fields, { minLength: 1 }), { maxLength: 2 })) }),
        ),
      }),
    )
}

/** Any configuration with nothing wrong. */
export const configurations: fc.Arbitrary<ToolConfiguration> = fc
  .uniqueArray(names(/^[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,5}){0,2}$/), { minLength: 1, maxLength: 3 })
  .chain((toolIds) =>
    fc.record({
      version: fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((parts) => parts.join('.')),
      tables: fc.tuple(...toolIds.map(table)),
      metadata: optional(objects),
    }),
  )
  .map((configuration) => ToolConfiguration.parse(plain(configuration)))

/** Without what is undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function isStorable(value: unknown): boolean {
  const text = JSON.stringify(value)
  return !/\\u0000|\\ud[89a-f]|__proto__/i.test(text)
}
