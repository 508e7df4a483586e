import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { compareConfigurations } from './compare-configurations.ts'
import { configurations } from './configurations.test-data.ts'
import type { FieldConfig } from './field-config.ts'
import type { TableConfig, ToolConfiguration } from './table-config.ts'
import type { Bump } from './version.ts'

const FIELD = { name: 'f', label: 'F', required: true } as const
const TEXT: FieldConfig = { ...FIELD, dataType: 'text', minLength: 1, maxLength: 50 }
const INTEGER: FieldConfig = { ...FIELD, dataType: 'integer', min: 1, max: 10 }
const NUMERIC: FieldConfig = { ...FIELD, dataType: 'numeric', precision: 5, scale: 2 }
const ENUM: FieldConfig = { ...FIELD, dataType: 'enum', enumValues: ['happy', 'sad'] }
const DATETIME: FieldConfig = { ...FIELD, dataType: 'datetime', minDate: '2020-01-01T00:00:00Z' }
const OTHER: FieldConfig = { name: 'other', label: 'Other', required: false, dataType: 'boolean' }

const TABLE: TableConfig = {
  tableName: 'entries',
  toolId: 'log-entry',
  displayName: 'Entry',
  description: 'Log an entry of some kind',
  fields: [TEXT],
}

function configuration(tables: readonly TableConfig[], version = '1.0.0'): ToolConfiguration {
  return { version, tables }
}

function withField(field: FieldConfig): ToolConfiguration {
  return configuration([{ ...TABLE, fields: [field, OTHER] }])
}

function withTable(keys: Partial<TableConfig>): ToolConfiguration {
  return configuration([{ ...TABLE, ...keys }])
}

type Case = readonly [before: object, after: object, expected: readonly (readonly [Bump, string])[]]

/** Keys of the field on either side. */
const FIELDS: readonly (readonly [field: FieldConfig, ...Case])[] = [
  [TEXT, {}, { label: 'G' }, [['patch', 'The label changed.']]],
  [TEXT, {}, { required: false }, [['minor', 'It may be left out now.']]],
  [TEXT, {}, { defaultValue: 'x' }, [['minor', 'It may be left out now.']]],
  [TEXT, { required: false }, {}, [['major', 'It was optional and is required.']]],
  [TEXT, { defaultValue: 'x' }, {}, [['major', 'It is required and has no default any more.']]],
  [
    TEXT,
    { required: false },
    { defaultValue: 'x' },
    [['minor', 'The default changed, which is what a call without the field stores.']],
  ],
  [
    TEXT,
    { defaultValue: 'x' },
    { defaultValue: 'y' },
    [['minor', 'The default changed, which is what a call without the field stores.']],
  ],
  [
    TEXT,
    { defaultValue: 'x' },
    { defaultValue: 'x', required: false },
    [['patch', "'required' changed, which the default makes up for."]],
  ],
  [TEXT, {}, { sensitive: true }, [['minor', 'It is sensitive now: errors hide its value.']]],
  [
    TEXT,
    { sensitive: true },
    { sensitive: false },
    [['minor', 'It is not sensitive any more: errors show its value.']],
  ],
  [TEXT, {}, { sensitive: false }, []],
  [TEXT, {}, { minLength: 2 }, [['major', "'minLength' was 1 and is 2: fewer values are accepted."]]],
  [TEXT, {}, { minLength: undefined }, [['minor', "'minLength' was 1 and is not set: more values are accepted."]]],
  [TEXT, {}, { maxLength: 49 }, [['major', "'maxLength' was 50 and is 49: fewer values are accepted."]]],
  [TEXT, {}, { maxLength: 51 }, [['minor', "'maxLength' was 50 and is 51: more values are accepted."]]],
  [TEXT, { maxLength: undefined }, {}, [['major', "'maxLength' was not set and is 50: fewer values are accepted."]]],
  [INTEGER, {}, { min: 0 }, [['minor', "'min' was 1 and is 0: more values are accepted."]]],
  [
    INTEGER,
    {},
    { min: 2, max: 11 },
    [
      ['major', "'min' was 1 and is 2: fewer values are accepted."],
      ['minor', "'max' was 10 and is 11: more values are accepted."],
    ],
  ],
  [INTEGER, {}, { dataType: 'numeric' }, [['major', 'The data type was integer and is numeric.']]],
  [
    NUMERIC,
    {},
    { precision: 7, scale: 4 },
    [['minor', 'The number of digits behind the point was 2 and is 4: more values are accepted.']],
  ],
  [
    NUMERIC,
    {},
    { scale: 3 },
    [
      ['major', 'The number of digits before the point was 3 and is 2: fewer values are accepted.'],
      ['minor', 'The number of digits behind the point was 2 and is 3: more values are accepted.'],
    ],
  ],
  [
    NUMERIC,
    {},
    { scale: undefined },
    [
      ['minor', 'The number of digits before the point was 3 and is 5: more values are accepted.'],
      ['major', 'The number of digits behind the point was 2 and is 0: fewer values are accepted.'],
    ],
  ],
  [
    NUMERIC,
    {},
    { precision: undefined },
    [['minor', 'The number of digits before the point was 3 and is not set: more values are accepted.']],
  ],
  [NUMERIC, {}, { max: 5 }, [['major', "'max' was not set and is 5: fewer values are accepted."]]],
  [ENUM, {}, { enumValues: ['sad', 'happy'] }, []],
  [
    ENUM,
    {},
    { enumValues: ['happy', 'neutral'] },
    [
      ['major', "The value 'sad' was removed."],
      ['minor', "The value 'neutral' was added."],
    ],
  ],
  [DATETIME, {}, { minDate: '2020-01-01T01:00:00+01:00' }, []],
  [
    DATETIME,
    {},
    { minDate: '2020-01-01T00:00:00+01:00' },
    [['minor', "'minDate' was 2020-01-01T00:00:00Z and is 2020-01-01T00:00:00+01:00: more values are accepted."]],
  ],
  [
    DATETIME,
    {},
    { maxDate: '2030-01-01T00:00:00Z' },
    [['major', "'maxDate' was not set and is 2030-01-01T00:00:00Z: fewer values are accepted."]],
  ],
  [OTHER, { name: 'f' }, { name: 'f' }, []],
]

const TABLES: readonly Case[] = [
  [{}, { displayName: 'Other' }, [['patch', "'displayName' changed."]]],
  [{}, { description: 'Log another entry of some kind' }, [['patch', "'description' changed."]]],
  [{}, { tableName: 'others' }, [['patch', "'tableName' changed."]]],
  [{}, { columnMappings: { f: 'g' } }, [['patch', "Field 'f': It goes to another column."]]],
  [{}, { columnMappings: { f: 'f' } }, []],
  [{}, { coalesce: true }, [['patch', "'coalesce' changed."]]],
  [{}, { coalesce: false }, []],
  [{}, { audit: false }, [['patch', "'audit' changed."]]],
  [{}, { successMessage: 'Done' }, [['minor', 'The success message changed.']]],
  [{}, { approval: 'always' }, [['major', 'Each call needs approval now.']]],
  [{ approval: 'always' }, { approval: 'never' }, [['minor', 'Calls need no approval any more.']]],
  [{}, { approval: 'never' }, []],
  [{}, { capabilities: ['CREATE', 'ADMIN'] }, [['major', 'Callers must be granted ADMIN now.']]],
  [{ capabilities: ['CREATE', 'ADMIN'] }, {}, [['minor', 'Callers need not be granted ADMIN any more.']]],
  [{}, { capabilities: ['CREATE'] }, []],
  [{}, { constraints: { unique: [['f']] } }, [['major', "Rows must be unique in 'f' now."]]],
  [{ constraints: { unique: [['f', 'g']] } }, {}, [['minor', "Rows need not be unique in 'f', 'g' any more."]]],
  [{ constraints: { unique: [['f', 'g']] } }, { constraints: { unique: [['g', 'f']] } }, []],
  [{ constraints: { unique: [['f']] } }, { constraints: { unique: [['f'], ['f', 'g']] } }, []],
  [{}, { fields: [TEXT, OTHER] }, [['minor', "Field 'other': It is new and may be left out."]]],
  [
    {},
    { fields: [TEXT, { ...OTHER, required: true, defaultValue: true }] },
    [['minor', "Field 'other': It is new and may be left out."]],
  ],
  [
    {},
    { fields: [TEXT, { ...OTHER, required: true }] },
    [['major', "Field 'other': It is new and required, and has no default."]],
  ],
  [{ fields: [TEXT, OTHER] }, {}, [['major', "Field 'other' was removed or renamed."]]],
  [{ fields: [TEXT, OTHER] }, { fields: [OTHER, TEXT] }, []],
  [
    {},
    { toolId: 'log-other' },
    [
      ['major', "Tool 'log-entry' was removed or renamed."],
      ['minor', "Tool 'log-other' is new."],
    ],
  ],
]

function told({ changes }: ReturnType<typeof compareConfigurations>): readonly (readonly [Bump, string])[] {
  return changes.map(({ bump, message }) => [bump, message])
}

describe('each change is told with the bump that it needs', () => {
  it.each(FIELDS.map(([field, before, after, expected]) => ({ field, before, after, expected })))(
    'of a $field.dataType field: $before, then $after',
    ({ field, before, after, expected }) => {
      const comparison = compareConfigurations(withField({ ...field, ...before }), withField({ ...field, ...after }))
      expect(told(comparison)).toEqual(expected.map(([bump, message]) => [bump, `Field 'f': ${message}`]))
      expect(comparison.changes.every((change) => change.field === 'f' && change.toolId === 'log-entry')).toBe(true)
    },
  )

  it.each(TABLES.map(([before, after, expected]) => ({ before, after, expected })))(
    'of a table: $before, then $after',
    ({ before, after, expected }) => {
      expect(told(compareConfigurations(withTable(before), withTable(after)))).toEqual(expected)
    },
  )

  test('what is noted in metadata or for editors counts for nothing', () => {
    const after = { ...withTable({}), $schema: './tables.schema.json', metadata: { owner: 'us' } }
    expect(compareConfigurations(withTable({}), after)).toMatchObject({ needed: 'none', changes: [], sufficient: true })
  })
})

const CHANGED: Readonly<Record<Bump, Partial<TableConfig>>> = {
  none: {},
  patch: { displayName: 'Other' },
  minor: { successMessage: 'Done' },
  major: { fields: [{ ...TEXT, name: 'g' }] },
}

describe('the version must move as far as the changes need', () => {
  it.each([
    ['none', '1.2.3', '1.2.3', 'none', true, 'Nothing changed that needs a new version: 1.2.3 will do.'],
    ['none', '1.2.3', '1.3.0', 'minor', true, 'Nothing changed that needs a new version: 1.3.0 will do.'],
    [
      'none',
      '1.2.3',
      '1.2.2',
      'down',
      false,
      'Nothing changed that needs a new version: use 1.2.3 or higher, not 1.2.2.',
    ],
    ['patch', '1.2.3', '1.2.3', 'none', false, 'The changes need a patch version: use 1.2.4 or higher, not 1.2.3.'],
    ['patch', '1.2.3', '1.2.4', 'patch', true, 'The changes need a patch version: 1.2.4 will do.'],
    ['minor', '1.2.3', '1.2.4', 'patch', false, 'The changes need a minor version: use 1.3.0 or higher, not 1.2.4.'],
    ['minor', '1.2.3', '1.3.0', 'minor', true, 'The changes need a minor version: 1.3.0 will do.'],
    ['major', '1.2.3', '1.3.0', 'minor', false, 'The changes need a major version: use 2.0.0 or higher, not 1.3.0.'],
    ['major', '1.2.3', '2.0.0', 'major', true, 'The changes need a major version: 2.0.0 will do.'],
    ['major', '1.2.3', '2.0.0-rc.1', 'major', true, 'The changes need a major version: 2.0.0-rc.1 will do.'],
    ['major', '2.0.0-rc.1', '2.0.0-rc.2', 'major', true, 'The changes need a major version: 2.0.0-rc.2 will do.'],
    ['major', '2.0.0', '1.9.0', 'down', false, 'The changes need a major version: use 3.0.0 or higher, not 1.9.0.'],
  ] as const)('%s: %s to %s', (change, from, to, actual, sufficient, message) => {
    const before = configuration([TABLE], from)
    const after = configuration([{ ...TABLE, ...CHANGED[change] }], to)
    expect(compareConfigurations(before, after)).toMatchObject({ needed: change, actual, sufficient, message })
  })

  it.each([
    ['major', 'minor', '0.4.0'],
    ['minor', 'patch', '0.3.2'],
    ['patch', 'patch', '0.3.2'],
    ['none', 'none', '0.3.1'],
  ] as const)('of 0.x nothing is promised yet: what is %s elsewhere is %s there', (change, needed, version) => {
    const before = configuration([TABLE], '0.3.1')
    const after = configuration([{ ...TABLE, ...CHANGED[change] }], '1.0.0')
    expect(compareConfigurations(before, after)).toMatchObject({ needed, version, actual: 'major', sufficient: true })
  })
})

test('any configuration may replace itself, and any other under the version that is named', () => {
  fc.assert(
    fc.property(configurations, configurations, (before, other) => {
      expect(compareConfigurations(before, before)).toMatchObject({ needed: 'none', actual: 'none', sufficient: true })
      const { version, needed } = compareConfigurations(before, other)
      expect(compareConfigurations(before, { ...other, version })).toMatchObject({
        needed,
        actual: needed,
        sufficient: true,
      })
    }),
    { numRuns: 50 },
  )
})
