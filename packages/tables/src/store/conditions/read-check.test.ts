import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTableChecks } from '../sqlite/create-table-checks.ts'
import { readCheck } from './read-check.ts'

const READABLE: readonly { readonly text: string; readonly says: readonly object[] }[] = [
  { text: "mood IN ('a','b')", says: [{ column: 'mood', values: ['a', 'b'] }] },
  { text: "mood = 'a'", says: [{ column: 'mood', values: ['a'] }] },
  { text: "mood = 'a' OR mood = 'b' or (mood in ('c'))", says: [{ column: 'mood', values: ['a', 'b', 'c'] }] },
  { text: "(mood = ANY (ARRAY['a'::text, 'it''s'::text]))", says: [{ column: 'mood', values: ['a', "it's"] }] },
  {
    text: "((mood)::text = ANY ((ARRAY['a'::character varying, 'b;\\'::character varying])::text[]))",
    says: [{ column: 'mood', values: ['a', 'b;\\'] }],
  },
  { text: "(c = ANY (ARRAY['a'::bpchar, 'b'::bpchar]))", says: [{ column: 'c', values: ['a', 'b'] }] },
  { text: 'active IN (0, 1)', says: [{ column: 'active', values: [0, 1] }] },
  { text: '((level >= 1) AND (level <= 10))', says: [{ column: 'level', min: 1, max: 10 }] },
  {
    text: 'level BETWEEN 1 AND 10 AND price >= .5',
    says: [
      { column: 'level', min: 1, max: 10 },
      { column: 'price', min: 0.5 },
    ],
  },
  { text: 'level > 0', says: [{ column: 'level', above: 0 }] },
  { text: '0 < level and 10 >= level', says: [{ column: 'level', above: 0, max: 10 }] },
  { text: "(level > '-5'::integer)", says: [{ column: 'level', above: -5 }] },
  { text: "(price < '1.5'::numeric)", says: [{ column: 'price', below: 1.5 }] },
  { text: '(price >= (0)::numeric)', says: [{ column: 'price', min: 0 }] },
  { text: '(price <= ((-1.5))::double precision)', says: [{ column: 'price', max: -1.5 }] },
  { text: '(((small)::numeric > 0.5))', says: [{ column: 'small', above: 0.5 }] },
  { text: 'n <= 9007199254740991', says: [{ column: 'n', max: 9_007_199_254_740_991 }] },
  { text: '((n)::integer > 0)', says: [{ column: 'n', ofInteger: true, above: 0 }] },
  { text: '((n)::double precision > 0)', says: [{ column: 'n', above: 0 }] },
  { text: 'n <= 1e3', says: [{ column: 'n', max: 1000 }] },
  { text: 'n >= 1 AND n >= 3 AND n <= 9 AND n < 7', says: [{ column: 'n', min: 3, max: 9, below: 7 }] },
  { text: 'length(notes) <= 500', says: [{ column: 'notes', maxLength: 500 }] },
  { text: '(char_length((notes)::text) >= 3)', says: [{ column: 'notes', minLength: 3 }] },
  { text: 'length(code) = 2', says: [{ column: 'code', minLength: 2, maxLength: 2 }] },
  { text: 'length(code) > 0 and 5 > length(code)', says: [{ column: 'code', minLength: 1, maxLength: 4 }] },
  { text: "((name)::text <> ''::text)", says: [{ column: 'name', minLength: 1 }] },
  { text: 'note IS NULL OR length(note) > 2', says: [{ column: 'note', minLength: 3 }] },
  { text: '((n >= 1) AND (n <= 5)) OR n IS NULL', says: [{ column: 'n', min: 1, max: 5 }] },
  { text: 'json_valid(meta)', says: [{ column: 'meta', format: 'json' }] },
  { text: "at GLOB '????-??-??T*Z'", says: [{ column: 'at', format: 'datetime' }] },
  {
    text: '"a ""b""" >= 1 AND `c` >= 2 AND [d e] >= 3',
    says: [
      { column: 'a "b"', min: 1 },
      { column: 'c', min: 2 },
      { column: 'd e', min: 3 },
    ],
  },
  { text: "/* of (these */ a -- only\n IN ('x')", says: [{ column: 'a', values: ['x'] }] },
  { text: '"check" > 1', says: [{ column: 'check', above: 1 }] },
]

const UNREADABLE = [
  '',
  'active',
  'NOT (n > 0)',
  'n <> 5',
  "n NOT IN ('a')",
  "a IN ('x', 1)",
  'a IN ("x", "y")',
  "a COLLATE NOCASE IN ('x')",
  "a = 'x' COLLATE NOCASE",
  "a = 'x'::citext",
  "a = 'x'::mood",
  "a = ANY ('{x,y}'::text[])",
  "a = 'abc'::character varying(2)",
  "a > 'b'",
  'a < b',
  'a > 1 + 1',
  'a % 2 = 0',
  'a > 0 OR b > 0',
  'a IS NULL OR b > 0',
  'n BETWEEN -1 AND +10',
  'a IS NULL',
  'a IS NULL AND a > 0',
  'a > 0 OR a = 5',
  'a IS NOT NULL',
  'length(trim(a)) > 0',
  'lower(a) = a',
  'length(a, b) > 0',
  'octet_length(a) < 5',
  'length(a) = 2.5',
  "day >= '2020-01-01'::date",
  'n > (0.5)::integer',
  'n > 0.12345678901234567',
  'n <= 9223372036854775807',
  "a ~ '^x$'::text",
  "a LIKE 'x%'",
  "a GLOB 'x*'",
  'json_valid(a) = 1',
  'a > 0)',
  '(a > 0',
  "a = 'never ends",
  'a > 0 IS TRUE',
  'CASE WHEN a > 0 THEN 1 END',
]

describe('readCheck', () => {
  it.each(READABLE)('reads $text', ({ text, says }) => {
    expect(readCheck(text)).toEqual(says)
  })

  it.each(UNREADABLE)('makes no guess at %s', (expression) => {
    expect(readCheck(expression)).toBeUndefined()
  })

  it('reads the values of any list, whatever is in them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }),
        fc.string({ minLength: 1 }),
        (values, name) => {
          const list = values.map((value) => `'${value.replaceAll("'", "''")}'`)
          const column = `"${name.replaceAll('"', '""')}"`
          const expected = [{ column: name, values }]
          expect(readCheck(`${column} in (${list.join(',')})`)).toEqual(expected)
          expect(readCheck(`(((${column})::text = ANY ((ARRAY[${list.join(', ')}])::text[])))`)).toEqual(expected)
        },
      ),
    )
  })

  it('answers to any text, and reads in parentheses what it reads without', () => {
    const word = fc.constantFrom(
      'a',
      'AND',
      'OR',
      'IN',
      '(',
      ')',
      '1',
      "'x'",
      '>=',
      '=',
      '::text',
      'length(',
      ',',
      '-',
      '[',
      "'",
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join(' ')
        const read = readCheck(text)
        if (read !== undefined) expect(readCheck(`((${text}))`)).toEqual(read)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('createTableChecks', () => {
  it('finds the conditions of columns and of the table, with their names, past comments and quotes', () => {
    const text = `CREATE TABLE "t (check (1)" ( -- check (2)
      a TEXT DEFAULT 'check (3)' CHECK ( a IN ('(', ')''') ) NOT NULL,
      "check" INT CONSTRAINT positive CHECK(("check" > 0)) /* CHECK (4) */,
      b INT GENERATED ALWAYS AS (a || (1)) , [check (5)] INT,
      CONSTRAINT "two words" check (length(a) < 5 AND b in (1, 2)), Check (b>c)
    ) STRICT`
    expect(createTableChecks(text)).toEqual([
      { name: undefined, expression: "a IN ('(', ')''')" },
      { name: 'positive', expression: '("check" > 0)' },
      { name: 'two words', expression: 'length(a) < 5 AND b in (1, 2)' },
      { name: undefined, expression: 'b>c' },
    ])
  })
})
