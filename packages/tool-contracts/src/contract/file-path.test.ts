import { posix } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { staysInside } from './file-path.ts'
import { matchesSemanticType } from './semantic-types.ts'

const INSIDE: readonly (readonly [root: string, path: string])[] = [
  ['/root', 'a'],
  ['/root', '.'],
  ['/root', './a/./b'],
  ['/root', 'a/../b'],
  ['/root', '/root'],
  ['/root', '/root/'],
  ['/root', '/root/a'],
  ['/root/', '/root/a'],
  ['/root', '/root/../root/a'],
  ['/root', '../root/a'],
  ['/root', '//root//a'],
  ['/root', 'a\\b'],
  ['/root', '..a'],
  ['/root', '...'],
  ['/root', 'a..'],
  ['/', '/etc'],
  ['C:\\work', 'C:\\work\\a'],
  ['C:\\work', 'C:/work/a'],
  ['C:\\work', 'a\\b'],
  ['data', 'a'],
  ['data', '../data/a'],
  ['.', 'a/b'],
]

const OUTSIDE: readonly (readonly [root: string, path: string])[] = [
  ['/root', '..'],
  ['/root', '../'],
  ['/root', '../a'],
  ['/root', 'a/../../b'],
  ['/root', '..\\a'],
  ['/root', 'a\\..\\..\\b'],
  ['/root', 'a/..\\../b'],
  ['/root', '/etc/passwd'],
  ['/root', '\\etc\\passwd'],
  ['/root', '/'],
  ['/root', '/root-evil'],
  ['/root', '/root-evil/a'],
  ['/root', '../root-evil/a'],
  ['/root', '/roo'],
  ['/root', '/root/..'],
  ['/root', '/root/../etc'],
  ['/root', '/../root2'],
  ['/root', 'C:\\root\\a'],
  ['/root', 'c:/root'],
  ['/root', 'C:'],
  ['/root', 'C:a'],
  ['C:\\work', 'D:\\work\\a'],
  ['C:\\work', '/work/a'],
  ['C:\\work', 'C:\\work-evil'],
  ['C:\\work', 'C:\\work\\..\\x'],
  ['.', '..'],
  ['.', '../a'],
  ['data', '../a'],
]

test.each(INSIDE)('from %j, %j stays inside', (root, path) => {
  expect(staysInside(root, path)).toBe(true)
  expect(matchesSemanticType('file-path', path, { fileRoot: root })).toBe(true)
})

test.each(OUTSIDE)('from %j, %j leads outside', (root, path) => {
  expect(staysInside(root, path)).toBe(false)
  expect(matchesSemanticType('file-path', path, { fileRoot: root })).toBe(false)
})

test.each([
  ['.', '/etc/passwd'],
  ['./', 'C:\\Windows'],
  ['data', '/data/a'],
  ['', '/etc/passwd'],
])('from the relative root %j, the absolute %j leads outside: nobody knows where that root is', (root, path) => {
  expect(staysInside(root, path)).toBe(false)
})

test('a path with NUL is refused wherever it leads', () => {
  expect(matchesSemanticType('file-path', 'a\0/../../etc', { fileRoot: '/root' })).toBe(false)
})

const segment = fc.constantFrom('..', '.', '', 'a', 'root', 'root-evil', '..a', 'b')
const separator = fc.constantFrom('/', '\\', '//')

/** Does the path climb above the top of the file system on its way, which no path inside needs to do? */
function climbsOverTheTop(path: string): boolean {
  let depth = path.startsWith('/') ? 0 : 2
  return path.split('/').some((part) => {
    if (part !== '' && part !== '.') depth += part === '..' ? -1 : 1
    return depth < 0
  })
}

test('a path stays inside exactly if the file system resolves it to the root or below, whichever separator it is read with', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(segment, separator), { maxLength: 8 }), fc.boolean(), (parts, isAbsolute) => {
      const path = (isAbsolute ? '/srv/root/' : '') + parts.flat().join('')
      const unified = path.replaceAll('\\', '/')
      const isUnder = `${posix.resolve('/srv/root', unified)}/`.startsWith('/srv/root/')
      expect(staysInside('/srv/root', path)).toBe(isUnder && !climbsOverTheTop(unified))
    }),
    { numRuns: 1000 },
  )
})
