import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadsToGlob, matchesGlob } from './glob.ts'

test.each([
  ['data/**', 'data/a.json', true],
  ['data/**', 'data/a/b/c.json', true],
  ['data/**', 'data', true],
  ['data/**', 'database/a', false],
  ['data/', 'data/a/b', true],
  ['./data/*.json', 'data/a.json', true],
  ['data/*.json', 'data/a/b.json', false],
  ['data/*', 'data/.hidden', true],
  ['**/*.log', 'a.log', true],
  ['**/*.log', 'a/b/c.log', true],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/**/b', 'a/xb', false],
  ['**', 'anything/at/all', true],
  ['file?.txt', 'file1.txt', true],
  ['file?.txt', 'file12.txt', false],
  ['file?.txt', 'file/.txt', false],
  ['{data,cache}/*.json', 'cache/x.json', true],
  ['{data,cache}/*.json', 'other/x.json', false],
  ['data/{a,b{1,2}}.json', 'data/b2.json', true],
  ['a.b', 'axb', false],
  ['a+(b)[c]$^|', 'a+(b)[c]$^|', true],
  ['a,b', 'a,b', true],
  ['a}b', 'a}b', true],
  ['{a', 'a', true],
  ['', 'a', false],
  ['ü/*', 'ü/é.txt', true],
])('%s and %s: %s', (glob, path, matches) => {
  expect(matchesGlob(glob, path)).toBe(matches)
})

test.each([
  ['data/invoices/**', 'data', true],
  ['data/invoices/**', 'data/invoices', true],
  ['data/invoices/**', 'dat', false],
  ['data/*/x', 'data', true],
  ['**/x', 'data', false],
])('%s needs the folder %s: %s', (glob, path, leads) => {
  expect(leadsToGlob(glob, path)).toBe(leads)
})

test('a path without wildcards matches itself alone, and no glob throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[a-z.()+$^|[\]-]+(\/[a-z.]+)?$/), (other, path) => {
      expect(matchesGlob(path, path)).toBe(!path.startsWith('./'))
      expect(matchesGlob(path, other)).toBe(other === path && !path.startsWith('./'))
      matchesGlob(other, path)
    }),
  )
})
