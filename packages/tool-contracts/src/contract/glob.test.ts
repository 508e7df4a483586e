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

const HOSTILE: readonly (readonly [glob: string, path: string])[] = [
  ['*a'.repeat(250), `${'a'.repeat(4095)}b`],
  ['**a'.repeat(160), `${'a'.repeat(4095)}b`],
  ['**/'.repeat(166), 'a/'.repeat(2048)],
  ['****/'.repeat(100), `${'a'.repeat(4095)}b`],
  [`${'{a,aa,*}'.repeat(60)}c`, 'a'.repeat(4096)],
  [`${'{a,{b,'.repeat(80)}*${'}'.repeat(160)}c`, 'a'.repeat(4096)],
  ['?*'.repeat(250), 'a'.repeat(4096)],
  [`${'a'.repeat(250)}*`.repeat(2), `${'a'.repeat(249)}/`.repeat(16)],
  ['*/**/'.repeat(100), 'a/'.repeat(2048)],
]

test.each(HOSTILE)('a path of the greatest length is held against a hostile glob in no time (%#)', (glob, path) => {
  const start = performance.now()
  matchesGlob(glob, path)
  expect(performance.now() - start).toBeLessThan(1000)
})

/** What a glob means, as a regular expression: easily read, but on hostile globs without end. */
function meaning(glob: string): RegExp {
  const tokens = glob
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/$/, '/**')
    .match(/\/\*\*$|\*\*\/?|./g)
  const source = (tokens ?? []).map((token) => MEANINGS[token] ?? token)
  return new RegExp(`^${source.join('')}$`, 's')
}

const MEANINGS: Readonly<Record<string, string>> = {
  '/**': '(?:/.*)?',
  '**/': '(?:[^/]+/)*',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
  '{': '(?:',
  '}': ')',
  ',': '|',
}

test('a glob matches what it means, whatever it is made of', () => {
  const piece = fc.constantFrom('a', 'b', '/', '*', '**', '**/', '/**', '?', '{a,b}', '{a,*}', '{a/b,{b,}}', '{,/}')
  const glob = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''))
  const path = fc.array(fc.constantFrom('a', 'b', '/', 'ab'), { maxLength: 7 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(glob, path, (glob, path) => {
      expect(matchesGlob(glob, path)).toBe(meaning(glob).test(path))
    }),
    { numRuns: 2000 },
  )
})
