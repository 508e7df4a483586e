import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesGlob } from '@surety/tool-contracts/tools'
import { globsOf } from './draft-globs.ts'

const glob = (...paths: readonly string[]) => globsOf(paths.map((path) => ({ path })))

describe('the globs of files that changed', () => {
  it.each([
    [['notes.txt'], ['notes.txt']],
    [['facade/decade.txt'], ['facade/decade.txt']],
    [['log-2026-11-15.txt'], ['log-*-*-*.txt']],
    [
      ['db.jsonl', 'db.jsonl.1bdd2e7851f5.tmp', 'db.jsonl.af99433cb9d4.tmp'],
      ['db.jsonl', 'db.jsonl.*.tmp'],
    ],
    [['0b7f1a2c-1111-4222-8333-444455556666.json'], ['*.json']],
    [['data', 'data/a.txt'], ['data/a.txt']],
    [['data/a.txt', 'data/b.txt'], ['data/*.txt']],
    [['notes/text.md', 'notes/.md'], ['notes/*.md']],
    [
      ['data/a.txt', 'data/b.md'],
      ['data/a.txt', 'data/b.md'],
    ],
    [
      ['a.txt', 'b.txt'],
      ['a.txt', 'b.txt'],
    ],
    [
      ['data/a', 'data/b'],
      ['data/a', 'data/b'],
    ],
    [
      ['data/a.txt', 'data/b.txt', 'data/c.txt', 'data/x.md'],
      ['data/*.txt', 'data/x.md'],
    ],
    [['a', 'b', 'c'], ['*']],
    [['{a}[b]*?'], ['?a??b???']],
    [['~x'], ['?x']],
    [['C:x'], ['?:x']],
    [['0', '{'], ['*']],
    [['a{1', 'a1'], ['a*']],
  ])('%j are %j', (paths, globs) => {
    expect(glob(...paths)).toEqual(globs)
  })

  it('allow every one of them', () => {
    const path = fc
      .array(fc.stringMatching(/^[^/\0\n.][^/\0]{0,8}$/), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('/'))
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 6 }), (paths) => {
        const globs = glob(...paths)
        for (const one of paths) {
          const isFolder = paths.some((other) => other.startsWith(`${one}/`))
          expect(isFolder || globs.some((allowed) => matchesGlob(allowed, one)), `${one} by ${globs.join(' ')}`).toBe(
            true,
          )
        }
      }),
    )
  })
})
