import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedPath } from './repository-path.ts'
import { DISGUISED, HOSTILE } from './studio/repository/hostile-paths.test-data.ts'

describe('the deny list', () => {
  it.each([...HOSTILE, ...DISGUISED])('refuses %j', (path) => {
    expect(allowedPath(path)).toBeUndefined()
  })

  it.each(['ѕecret.yaml', 'a/ѕесrеt/b', 'сredentials.json', '.еnv', '.gіt/config'])(
    'refuses %j, which only looks like something else',
    (path) => {
      expect(allowedPath(path)).toBeUndefined()
    },
  )

  it.each([
    ['README.md', 'README.md'],
    ['./README.md', 'README.md'],
    ['docs//guide.md', 'docs/guide.md'],
    ['./docs/././guide.md', 'docs/guide.md'],
    ['a..b/c..md', 'a..b/c..md'],
    ['..a', '..a'],
    ['...a/b', '...a/b'],
    ['-', '-'],
    ['.gitignore', '.gitignore'],
    ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
    ['.git-blame-ignore-revs', '.git-blame-ignore-revs'],
    ['env', 'env'],
    ['src/env.ts', 'src/env.ts'],
    ['production.env', 'production.env'],
    ['.claude/memory/progress_log.jsonl', '.claude/memory/progress_log.jsonl'],
    ['.surety/bundles/0a.json', '.surety/bundles/0a.json'],
    ['.surety/generated/a/b/index.ts', '.surety/generated/a/b/index.ts'],
    ['.surety/installed/a.json', '.surety/installed/a.json'],
    ['with space/größe.md', 'with space/größe.md'],
  ])('allows %j, as %j', (path, normalized) => {
    expect(allowedPath(path)).toBe(normalized)
  })

  it('gives paths that it allows again, unchanged, and that never climb', () => {
    const names = fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('.', '..', '', 'a', '.git')), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(names, (parts) => {
        const allowed = allowedPath(parts.join('/'))
        if (allowed === undefined) return
        expect(allowedPath(allowed)).toBe(allowed)
        expect(allowed.split('/')).not.toContain('..')
        expect(allowed.split('/')).not.toContain('.git')
      }),
    )
  })
})
