import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRecord } from '@surety/tool-contracts/tools'
import type { Path } from './offset-of.ts'
import { plainYaml } from './plain-yaml.ts'
import { wholeYaml } from './whole-yaml.ts'

const ROUNDS = fc.readConfigureGlobal().numRuns ?? 100

const FILES = ['../../../../examples', '../../test/corpus'].flatMap((folder) => {
  const root = fileURLToPath(new URL(folder, import.meta.url))
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.ya?ml$/.test(path))
  return paths.map((path) => readFileSync(`${root}/${path}`, 'utf8'))
})

/** Every path into a value, and one beside each that leads nowhere. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  const keys = Array.isArray(value) ? [...value.keys()] : isRecord(value) ? Object.keys(value) : []
  const below = keys.flatMap((key) => pathsIn(Object(value)[key], [...path, key]))
  return [path, [...path, 'nowhere'], [...path, 'constructor', 'name'], ...below]
}

/** What is read the plain way has the value, the faults and the places that the whole language gives it. */
function expectAgreement(text: string): void {
  const plain = plainYaml(text)
  if (plain === undefined) return
  const whole = wholeYaml(text)
  expect({ text, value: plain.value, faults: plain.faults }).toStrictEqual({
    text,
    value: whole.value,
    faults: whole.faults,
  })
  const paths = pathsIn(whole.value)
  expect({ text, places: paths.map(plain.locate) }).toStrictEqual({ text, places: paths.map(whole.locate) })
}

const SIGNS = `: - # , ? & * ! | > % @ ~ " ' { } [ ] \\ --- ... <<: &a *a !!str __proto__:`.split(' ')
const SPACES = [
  ' ',
  '\n',
  '\t',
  '\r',
  ': ',
  ' #',
  '- ',
  '- - ',
  '\n  ',
  '\n- ',
  '|\n',
  '\u00A0',
  '\uFEFF',
  '\u3000',
  '\u2003',
]
const WORDS =
  `0 07 0x1F 0o7 0b1 1e3 .5 -.inf .nan +1 -0 -7 0.50 1_000 12kb null Null True yes 2020-01-01 10:30 é 😀 a $b
  ./data ^x #c a#b x: {a:1} {"a":1} [1,2] [a,] 'it''s' "a\\n" "q" 's'`.split(/\s+/)
const PHRASES = [
  'a b',
  'a: b',
  'a #b',
  '{ "a": 1 }',
  '{ a: [x, y], b: {} }',
  '[ ]',
  "{ 'k': v }",
  '{ a: b c }',
  '{ a: 1, a: 2 }',
  '"a: b" # c',
]
const SNIPPETS = [...SIGNS, ...SPACES, ...WORDS, ...PHRASES]

const edit = fc.record({
  at: fc.nat({ max: 2000 }),
  removed: fc.oneof(fc.constant(0), fc.nat({ max: 3 })),
  added: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...SNIPPETS) }, { weight: 1, arbitrary: fc.string() }),
})

/** A file somebody wrote, after a few slips of the keyboard. */
const edited = fc.tuple(fc.constantFrom(...FILES), fc.array(edit, { maxLength: 3 })).map(([file, edits]) => {
  let text = file
  for (const { at, removed, added } of edits) {
    const start = at % (text.length + 1)
    text = text.slice(0, start) + added + text.slice(start + removed)
  }
  return text
})

const pieces = fc
  .array(fc.constantFrom(...SNIPPETS, 'a', 'b: ', 'c: d', ', '), { maxLength: 14 })
  .map((parts) => parts.join(''))

function mostly(these: readonly string[], those: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...these) },
    { weight: 1, arbitrary: fc.constantFrom(...those) },
  )
}

type Lines = readonly string[]

/** Blocks within blocks as somebody might lay them out, each as its lines. */
const { block: laidOut } = fc.letrec<{ value: Lines; block: Lines }>((tie) => {
  const key = mostly('abcdefghijklmnopqrst'.split(''), ['c-d', '$e', 'f g', '"h"', 'true', '1'])
  const gap = mostly([' ', '  '], [''])
  const margin = fc.constantFrom('', ' ', '  ', '    ')
  const indented = fc.tuple(margin, tie('block')).map(([by, lines]) => ['', ...lines.map((line) => by + line)])
  const inline = mostly(['x', '1', '"q"', '[1, 2]', ''], [...WORDS, ...PHRASES]).map((word) => [word])
  const pair = fc
    .tuple(key, gap, tie('value'))
    .map(([name, space, [first = '', ...rest]]) => [`${name}:${space}${first}`, ...rest])
  const item = fc
    .tuple(gap, fc.oneof(inline, tie('block')))
    .map(([space, [first = '', ...rest]]) => [`-${space}${first}`, ...rest.map((line) => ` ${space}${line}`)])
  const noise = fc.constantFrom('', '# c', '   # c', '  ').map((line) => [line])
  const many = (line: fc.Arbitrary<readonly string[]>): fc.Arbitrary<readonly string[]> =>
    fc
      .array(fc.oneof({ weight: 6, arbitrary: line }, { weight: 1, arbitrary: noise }), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.flat())
  return {
    value: fc.oneof({ maxDepth: 4 }, inline, indented),
    block: fc.oneof({ maxDepth: 4 }, many(pair), many(item)),
  }
})

describe('plain YAML', () => {
  it('is most of what people write', () => {
    const plain = FILES.filter((text) => plainYaml(text) !== undefined)
    expect(FILES.length).toBeGreaterThan(500)
    expect(plain.length).toBeGreaterThan(FILES.length * 0.95)
  })

  it('means the same as in the whole language', () => {
    for (const text of FILES) expectAgreement(text)
  })

  it('means the same after slips of the keyboard, or is left to the whole language', () => {
    fc.assert(fc.property(edited, expectAgreement), { numRuns: 30 * ROUNDS })
  })

  it('means the same however it is laid out', () => {
    fc.assert(
      fc.property(laidOut, (lines) => expectAgreement(lines.join('\n'))),
      { numRuns: 30 * ROUNDS },
    )
  })

  it('means the same however its signs are thrown together', () => {
    fc.assert(fc.property(pieces, expectAgreement), { numRuns: 50 * ROUNDS })
  })
})
