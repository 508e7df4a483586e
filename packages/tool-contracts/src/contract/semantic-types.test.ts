import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEMANTIC_TYPES, type SemanticType, isSemanticType, matchesSemanticType } from './semantic-types.ts'

const NAMES: readonly SemanticType[] = [
  'ltree-path',
  'resource-id',
  'module-ref',
  'uuid',
  'semver',
  'file-path',
  'json-object',
  'unknown',
]

/** https://semver.org/#is-there-a-suggested-regular-expression-regex-to-check-a-semver-string */
const SEMVER_VALID = `0.0.4 1.2.3 10.20.30 1.1.2-prerelease+meta 1.1.2+meta 1.1.2+meta-valid 1.0.0-alpha 1.0.0-beta
1.0.0-alpha.beta 1.0.0-alpha.beta.1 1.0.0-alpha.1 1.0.0-alpha0.valid 1.0.0-alpha.0valid
1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay 1.0.0-rc.1+build.1 2.0.0-rc.1+build.123 1.2.3-beta
10.2.3-DEV-SNAPSHOT 1.2.3-SNAPSHOT-123 1.0.0 2.0.0 1.1.7 2.0.0+build.1848 2.0.1-alpha.1227 1.0.0-alpha+beta
1.2.3----RC-SNAPSHOT.12.9.1--.12+788 1.2.3----R-S.12.9.1--.12+meta 1.2.3----RC-SNAPSHOT.12.9.1--.12
1.0.0+0.build.1-rc.10000aaa-kk-0.1 99999999999999999999999.999999999999999999.99999999999999999 1.0.0-0A.is.legal`
const SEMVER_INVALID = `1 1.2 1.2.3-0123 1.2.3-0123.0123 1.1.2+.123 +invalid -invalid -invalid+invalid -invalid.01 alpha
alpha.beta alpha.beta.1 alpha.1 alpha+beta alpha_beta alpha. alpha.. beta 1.0.0-alpha_beta -alpha. 1.0.0-alpha..
1.0.0-alpha..1 1.0.0-alpha...1 1.0.0-alpha....1 1.0.0-alpha.....1 1.0.0-alpha......1 1.0.0-alpha.......1 01.1.1 1.01.1
1.1.01 1.2 1.2.3.DEV 1.2-SNAPSHOT 1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788 1.2-RC-SNAPSHOT -1.0.3-gamma+b7718
+justmeta 9.8.7+meta+meta 9.8.7-whatever+meta+meta
99999999999999999999999.999999999999999999.99999999999999999----RC-SNAPSHOT.12.09.1--------------------------------..12`

const words = (text: string): string[] => text.split(/\s+/)
const label = 'Zz_9-'.repeat(200)

const TABLE: readonly (readonly [SemanticType, readonly unknown[], readonly unknown[]])[] = [
  [
    'ltree-path',
    ['', 'Top', 'Top.Countries.Europe.Russia', 'a-b._', '1', 'Äpfel.日本', label, Array(65_535).fill('a').join('.')],
    [
      '.',
      '.a',
      'a.',
      'a..b',
      'a b',
      'a/b',
      'a.b\n',
      '\n',
      'a\0',
      'a*',
      'a@',
      ' ',
      `${label}a`,
      `x.${label}a.y`,
      Array(65_536).fill('a').join('.'),
      '.'.repeat(65_535),
      7,
      null,
      ['a'],
    ],
  ],
  [
    'resource-id',
    ['0', '1', '1541815603606036480', '9223372036854775807'],
    [
      '',
      '00',
      '01',
      '-1',
      '+1',
      '-0',
      '1.0',
      '1e3',
      ' 1',
      '1 ',
      '1\n',
      '0x10',
      '１',
      '9223372036854775808',
      '9999999999999999999',
      '10000000000000000000',
      '9'.repeat(400),
      1,
      1n,
      null,
    ],
  ],
  [
    'module-ref',
    ['savvi-studio/teams', 'a/b', '@scope/name', 'A1/b.c~d_e', '_x/_y'],
    [
      '',
      '/',
      'a',
      'a/',
      '/b',
      'a/b/c',
      'a//b',
      'a /b',
      'a/b ',
      'a/b\n',
      '../b',
      'a/..',
      './b',
      'a\\b',
      'a/ b',
      'a/b\0',
      'ä/b',
      7,
      null,
      ['a/b'],
    ],
  ],
  [
    'uuid',
    [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((version) => `0190163d-8694-${version}39b-aea5-966c26f8ad91`),
      ...['8', '9', 'a', 'b', 'A', 'B'].map((variant) => `0190163D-8694-739B-${variant}EA5-966C26F8AD91`),
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    ],
    [
      ...['0', '9', 'a', 'f'].map((version) => `0190163d-8694-${version}39b-aea5-966c26f8ad91`),
      ...['0', '7', 'c', 'f'].map((variant) => `0190163d-8694-739b-${variant}ea5-966c26f8ad91`),
      '',
      '0190163d8694739baea5966c26f8ad91',
      '{0190163d-8694-739b-aea5-966c26f8ad91}',
      'urn:uuid:0190163d-8694-739b-aea5-966c26f8ad91',
      '0190163d-8694-739b-aea5-966c26f8ad9',
      '0190163d-8694-739b-aea5-966c26f8ad91\n',
      '0190163g-8694-739b-aea5-966c26f8ad91',
      7,
      null,
      '00000000-0000-0000-0000-000000000001',
      'ffffffff-ffff-ffff-ffff-fffffffffffe',
    ],
  ],
  ['semver', words(SEMVER_VALID), [...words(SEMVER_INVALID), '', 'v1.0.0', '1.0.0\n', ' 1.0.0', '１.0.0', 1, null]],
  ['file-path', ['a', 'a/b.txt', '/etc/hosts', 'C:\\x', '..', 'ü', ' '], ['', 'a\0b', '\0', 7, null, ['a']]],
  ['json-object', [{}, { a: 1 }, Object.create(null)], [null, undefined, [], 'x', 1, true, (): void => {}]],
  ['unknown', [undefined, null, 'x', 1, [], {}], []],
]

test('there are exactly the eight semantic types of the seed', () => {
  expect(Object.keys(SEMANTIC_TYPES).toSorted()).toEqual([...NAMES].toSorted())
  expect(TABLE.map(([name]) => name)).toEqual(NAMES)
})

test.each(NAMES)('%s has a description of one line that can follow "must be"', (name) => {
  expect(SEMANTIC_TYPES[name].description).toMatch(/^(?:an?|any) [^\n]+[^.\n]$/)
})

test('only the eight names are semantic types, inherited names and other values are not', () => {
  for (const name of NAMES) expect(isSemanticType(name)).toBe(true)
  for (const other of ['constructor', '__proto__', 'toString', 'UUID', '', 7, null, undefined, ['uuid']])
    expect(isSemanticType(other)).toBe(false)
})

describe.each(TABLE)('%s', (type, valid, invalid) => {
  test('accepts every valid example', () => {
    expect(valid.filter((value) => !matchesSemanticType(type, value))).toEqual([])
  })

  test('refuses every invalid example', () => {
    expect(invalid.filter((value) => matchesSemanticType(type, value))).toEqual([])
  })
})

test.each([
  ['a Date', new Date(0)],
  ['a Map', new Map()],
  ['a Promise', Promise.resolve()],
])('%s is not a JSON object, for JSON carries none', (_what, value) => {
  expect(matchesSemanticType('json-object', value)).toBe(false)
})

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: min, maxLength: max })
const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF')), minLength: length, maxLength: length })
const chars = (from: string, min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from(from)), minLength: min, maxLength: max })
const WORD = 'abcXYZ0189_-'
const numeric = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...Array.from('123456789')), digits(0, 20)).map((parts) => parts.join('')),
)
const buildPart = chars('abzABZ019-', 1, 8)
const prePart = fc.oneof(
  numeric,
  fc.tuple(chars('0aZ9-', 0, 4), fc.constantFrom('a', 'Z', '-'), chars('0aZ9-', 0, 4)).map((parts) => parts.join('')),
)
const dotted = (part: fc.Arbitrary<string>, min: number, max: number): fc.Arbitrary<string> =>
  fc.array(part, { minLength: min, maxLength: max }).map((parts) => parts.join('.'))

/** Valid values of each type, and a character that may not occur anywhere in them. */
const GENERATED: readonly (readonly [SemanticType, fc.Arbitrary<string>, readonly string[]])[] = [
  ['ltree-path', dotted(chars(WORD, 1, 20), 1, 10), [' ', '/', '\n', '\0', '*', '..', '😀']],
  ['resource-id', fc.bigInt(0n, 2n ** 63n - 1n).map(String), [' ', '-', '.', 'e', '\n', '٣']],
  [
    'module-ref',
    fc.tuple(chars('abZ09', 1, 9), chars('abZ09.-~', 0, 9)).map(([a, b]) => `${a}/${a}${b}`),
    [' ', '/', '\\', '\n', ':', 'é'],
  ],
  [
    'uuid',
    fc
      .tuple(
        hex(8),
        hex(4),
        fc.constantFrom(...Array.from('12345678')),
        hex(3),
        fc.constantFrom(...Array.from('89abAB')),
        hex(3),
        hex(12),
      )
      .map(([a, b, v, c, r, d, e]) => `${a}-${b}-${v}${c}-${r}${d}-${e}`),
    [' ', '-', '0', 'f', 'g', '\n'],
  ],
  [
    'semver',
    fc
      .tuple(dotted(numeric, 3, 3), fc.option(dotted(prePart, 1, 4)), fc.option(dotted(buildPart, 1, 4)))
      .map(([core, pre, build]) => `${core}${pre === null ? '' : `-${pre}`}${build === null ? '' : `+${build}`}`),
    [' ', '_', '\n', '..', '/', '+ '],
  ],
]

describe.each(GENERATED)('any %s', (type, valid, strangers) => {
  test('that is generated to the rules is accepted', () => {
    fc.assert(fc.property(valid, (text) => matchesSemanticType(type, text)))
  })

  test('with a foreign character put anywhere into it is refused', () => {
    fc.assert(
      fc.property(valid, fc.constantFrom(...strangers), fc.nat(), (text, stranger, place) => {
        const at = place % (text.length + 1)
        return !matchesSemanticType(type, text.slice(0, at) + stranger + text.slice(at))
      }),
    )
  })
})

test('numbers beyond 63 bits are no resource ids', () => {
  fc.assert(fc.property(fc.bigInt(2n ** 63n, 2n ** 80n), (big) => !matchesSemanticType('resource-id', String(big))))
})

test('a uuid with one character left out is refused', () => {
  const [, uuid] = GENERATED[3] ?? []
  fc.assert(
    fc.property(uuid ?? fc.string(), fc.nat(35), (text, at) => {
      return !matchesSemanticType('uuid', text.slice(0, at) + text.slice(at + 1))
    }),
  )
})

test('no check takes long on 100,000 hostile characters', () => {
  const n = 100_000
  const pieces = [
    'a',
    '0',
    '1',
    '-',
    '.',
    '/',
    'a.',
    '1.',
    '-1',
    '0.',
    'a-',
    '../',
    '\\',
    '😀',
    '\n',
    '@',
    'f',
    '1.1.1-',
  ]
  const heads = ['', '1.0.0-', '1.0.0+', '1.0.0-0.', 'a/', '0190163d-', '/root/']
  const tails = ['', '!', '\n', '\0']
  const hostile = heads.flatMap((head) =>
    pieces.flatMap((piece) => tails.map((tail) => () => head + piece.repeat(n / piece.length) + tail)),
  )
  const start = performance.now()
  for (const textOf of hostile) {
    const text = textOf()
    for (const type of NAMES) matchesSemanticType(type, text, { fileRoot: '/root' })
  }
  // 4,032 checks; any quadratic one would alone take longer.
  expect(performance.now() - start).toBeLessThan(12_000)
})

test('a semver of 256 characters is accepted, so the limit on length bites nobody', () => {
  expect(matchesSemanticType('semver', `1.0.0-${'a'.repeat(250)}`)).toBe(true)
})
