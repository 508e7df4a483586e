import { describe, expect, it } from 'vitest'
import type { FieldConfig } from '../config/field-config.ts'
import { TableConfig } from '../config/table-config.ts'
import { inputSchema } from './input-schema.ts'
import { violationsIn } from './violations.ts'

const common = { label: 'A field', required: true }

function violations(field: object, value: unknown, name = 'x') {
  const table = TableConfig.parse({
    tableName: 't',
    toolId: 'add-t',
    displayName: 'T',
    description: 'A table for tests.',
    fields: [{ name, ...common, ...field }],
  })
  return violationsIn(inputSchema(table), table.fields, value === undefined ? {} : { [name]: value })
}

const integer = { dataType: 'integer', min: 1, max: 10 }
const text = { dataType: 'text', minLength: 2, maxLength: 5 }
const mood = { dataType: 'enum', enumValues: ['happy', 'sad', 'neutral', 'anxious'] }
const instant = { dataType: 'datetime' }
const price = { dataType: 'numeric', precision: 5, scale: 2 }

describe("the seed's sentences", () => {
  it.each([
    [
      'notes',
      { dataType: 'text', maxLength: 500 },
      'a'.repeat(501),
      "Field 'notes' exceeds maximum length of 500 characters",
    ],
    ['energy_level', integer, 15, "Field 'energy_level' must be between 1 and 10, but received 15"],
    ['energy_level', integer, 'high', "Field 'energy_level' must be an integer between 1 and 10"],
    ['energy_level', integer, 5.5, "Field 'energy_level' must be an integer between 1 and 10"],
    [
      'temperature',
      { dataType: 'numeric', scale: 2 },
      36.666,
      "Field 'temperature' must be a number with max 2 decimal places",
    ],
    ['is_active', { dataType: 'boolean' }, 'yes', "Field 'is_active' must be true or false"],
    ['mood', mood, 'angry', "Field 'mood' must be one of: happy, sad, neutral, anxious"],
    ['timestamp', instant, 'yesterday', "Field 'timestamp' must be a valid ISO 8601 datetime"],
    ['metadata', { dataType: 'json' }, 'text', "Field 'metadata' must be a valid JSON object"],
  ])('%s %j refuses %j', (name, field, value, sentence) => {
    expect(violations(field, value, name)).toMatchObject([{ field: name, message: sentence }])
  })

  it('the details of a number out of range are as the seed writes them', () => {
    expect(violations(integer, 15, 'energy_level')).toEqual([
      {
        field: 'energy_level',
        message: "Field 'energy_level' must be between 1 and 10, but received 15",
        expected: 'integer between 1 and 10',
        received: '15',
        code: 'too_big',
      },
    ])
  })
})

describe('a value is refused under a code, with a sentence', () => {
  const NUL = 'a\0b'
  it.each([
    [text, undefined, 'invalid_type', 'is required'],
    [text, null, 'invalid_type', 'must be a string, but received null'],
    [text, 5, 'invalid_type', 'must be a string, but received 5'],
    [text, 'a', 'too_small', 'must be at least 2 characters'],
    [text, '', 'too_small', 'must be at least 2 characters'],
    [text, 'abcdef', 'too_big', 'exceeds maximum length of 5 characters'],
    [text, '😀😀😀😀😀😀', 'too_big', 'exceeds maximum length of 5 characters'],
    [text, NUL, 'invalid_format', 'must not contain NUL characters or unpaired surrogates'],
    [text, 'a\ud800', 'invalid_format', 'must not contain NUL characters or unpaired surrogates'],
    [integer, 0, 'too_small', 'must be between 1 and 10, but received 0'],
    [integer, null, 'invalid_type', 'must be an integer between 1 and 10'],
    [{ dataType: 'integer', min: 1 }, 0, 'too_small', 'must be at least 1, but received 0'],
    [{ dataType: 'integer', max: 9 }, 10, 'too_big', 'must be at most 9, but received 10'],
    [{ dataType: 'integer', min: 1 }, 'a', 'invalid_type', 'must be an integer of at least 1'],
    [{ dataType: 'integer' }, 2 ** 53, 'too_big', 'must be at most 9007199254740991, but received 9007199254740992'],
    [
      { dataType: 'integer' },
      -(2 ** 53),
      'too_small',
      'must be at least -9007199254740991, but received -9007199254740992',
    ],
    [{ dataType: 'numeric' }, 1e21, 'too_big', 'must be at most 9007199254740991, but received 1e+21'],
    [{ dataType: 'numeric', min: 0, max: 500 }, -0.5, 'too_small', 'must be between 0 and 500, but received -0.5'],
    [{ dataType: 'numeric' }, '1', 'invalid_type', 'must be a number, but received 1'],
    [price, 0.1 + 0.2, 'not_multiple_of', 'must be a number with max 2 decimal places'],
    [price, 12.345, 'not_multiple_of', 'must be a number with max 2 decimal places'],
    [{ dataType: 'numeric', scale: 16 }, 0.1 + 0.2, 'not_multiple_of', 'must be a number with max 16 decimal places'],
    [price, 1e-7, 'not_multiple_of', 'must be a number with max 2 decimal places'],
    [price, 1000, 'too_big', 'must be a number with max 3 digits before the decimal point, but received 1000'],
    [{ dataType: 'numeric', precision: 3 }, 1.5, 'not_multiple_of', 'must be a number with max 0 decimal places'],
    [{ dataType: 'boolean' }, 1, 'invalid_type', 'must be true or false'],
    [{ dataType: 'boolean' }, null, 'invalid_type', 'must be true or false'],
    [mood, null, 'invalid_value', 'must be one of: happy, sad, neutral, anxious'],
    [mood, 'Happy', 'invalid_value', 'must be one of: happy, sad, neutral, anxious'],
    [instant, '2025-10-05T14:30:00', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, '2025-10-05', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, '2025-02-29T00:00:00Z', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, '2025-10-05T14:30:60Z', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, '2025-10-05T24:00:00Z', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, '0000-01-01T00:00:00Z', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, '0001-01-01T00:00:00+01:00', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, '9999-12-31T23:59:59-01:00', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, '2025-10-05T14:30:00.1234567Z', 'invalid_format', 'must be a valid ISO 8601 datetime'],
    [instant, 1728138600000, 'invalid_type', 'must be a valid ISO 8601 datetime'],
    [
      { ...instant, minDate: '2025-01-01T00:00:00Z' },
      '2024-12-31T23:59:59.999999Z',
      'too_small',
      'must be not before 2025-01-01T00:00:00Z, but received 2024-12-31T23:59:59.999999Z',
    ],
    [
      { ...instant, maxDate: '2025-01-01T00:00:00Z' },
      '2025-01-01T00:00:00.000001Z',
      'too_big',
      'must be not after 2025-01-01T00:00:00Z, but received 2025-01-01T00:00:00.000001Z',
    ],
    [{ dataType: 'json' }, [1], 'invalid_type', 'must be a valid JSON object'],
    [{ dataType: 'json' }, null, 'invalid_type', 'must be a valid JSON object'],
    [{ dataType: 'json' }, { a: ['\0'] }, 'invalid_type', 'must be a valid JSON object'],
    [{ dataType: 'json' }, { ['\ud800']: 1 }, 'invalid_type', 'must be a valid JSON object'],
  ])('%j %j %s', (field, value, code, sentence) => {
    expect(violations(field, value)).toMatchObject([{ field: 'x', code, message: `Field 'x' ${sentence}` }])
  })
})

it.each([
  [text, '😀😀😀😀😀'],
  [text, 'e\u0301\u0301'],
  [{ dataType: 'text' }, ''],
  [integer, 1],
  [integer, 10],
  [{ dataType: 'integer' }, Number.MAX_SAFE_INTEGER],
  [price, 999.99],
  [price, -999.99],
  [price, 1.1],
  [price, 0],
  [{ dataType: 'numeric', scale: 17 }, 0.1 + 0.2],
  [{ dataType: 'numeric', scale: 7 }, 1e-7],
  [{ dataType: 'numeric', precision: 16, scale: 0 }, Number.MAX_SAFE_INTEGER],
  [{ dataType: 'numeric' }, 0.1 + 0.2],
  [instant, '2024-02-29T00:00:00Z'],
  [instant, '2025-10-05T14:30:00.123456+05:30'],
  [instant, '9999-12-31T23:59:59.999999Z'],
  [{ dataType: 'json' }, {}],
  [{ dataType: 'json' }, { deep: { er: [1, null, 'ü'] } }],
] satisfies [object, unknown][])('%j takes %j', (field, value) => {
  expect(violations(field, value)).toEqual([])
})

it('an unknown field is named with those that are allowed', () => {
  const table = { fields: [{ name: 'a', ...common, dataType: 'boolean' }] satisfies FieldConfig[] }
  const schema = inputSchema(table as unknown as TableConfig)
  expect(violationsIn(schema, table.fields, { a: true, b: 1, c: 2 })).toEqual([
    {
      field: 'b',
      message: "Unknown field 'b'; allowed: a",
      expected: 'only the fields a',
      received: '1',
      code: 'unrecognized_keys',
    },
    {
      field: 'c',
      message: "Unknown field 'c'; allowed: a",
      expected: 'only the fields a',
      received: '2',
      code: 'unrecognized_keys',
    },
  ])
  expect(violationsIn(schema, table.fields, 'text')).toMatchObject([
    { message: 'The input must be an object with the fields a', received: 'text', code: 'invalid_type' },
  ])
})

it('a sensitive value is not shown', () => {
  expect(violations({ ...text, sensitive: true }, 'secret pin')).toMatchObject([{ received: '[redacted]' }])
  expect(violations({ dataType: 'integer', max: 5, sensitive: true }, 4711)).toMatchObject([
    { message: "Field 'x' must be at most 5, but received [redacted]", received: '[redacted]' },
  ])
})
