import { expect, it } from 'vitest'
import { pathText, quoted } from './fault.ts'

it.each([
  [[], ''],
  [['tables', 0, 'fields', 2, 'max'], 'tables[0].fields[2].max'],
  [['metadata', 'a b', ''], 'metadata["a b"][""]'],
  [['$schema'], '$schema'],
  [['a'.repeat(100), '\u001B"'], `${'a'.repeat(100)}["\\u001b\\""]`],
])('the path %o is written %o', (path, expected) => {
  expect(pathText(path)).toBe(expected)
})

it.each([
  ['name', "'name'"],
  ['it"s', `'it"s'`],
  ['\u001B[2J\n\u200B\u2028', String.raw`'\u001b[2J\n��'`],
  ['a'.repeat(100), `'${'a'.repeat(77)}...'`],
])('the name %o is quoted as %o', (name, expected) => {
  expect(quoted(name)).toBe(expected)
})
