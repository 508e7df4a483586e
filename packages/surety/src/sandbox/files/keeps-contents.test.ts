import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from '../../../test/run-in-cell.ts'
import { keepsContents } from './keeps-contents.ts'

const PAGES = 'SQLite format 3\0'

it.each([
  ['appended to', 'one\n', 'one\ntwo\n', true],
  ['put something before', 'one\n', 'zero\none\n', true],
  ['given one more entry', '{"all":[1]}', '{"all":[1,2]}', true],
  ['given one like those it has', 'aa', 'aaa', true],
  ['written again as it was', 'one', 'one', true],
  ['filled', '', 'one', true],
  ['overwritten', 'one\n', 'two\n', false],
  ['overwritten by more', 'one\n', 'twice as much\n', false],
  ['cut', 'one\n', 'one', false],
  ['emptied', 'one\n', '', false],
  ['changed in two places', 'a1b1c', 'a2b2c', false],
  ['changed, a database,', `${PAGES}1`, `${PAGES}2`, undefined],
  ['replaced, a database,', `${PAGES}1`, 'text', false],
])('a file %s keeps what was in it, or not: %j, %j', (_, before, after, kept) => {
  const folder = folderWith({ before, after })
  expect(keepsContents(join(folder, 'before'), join(folder, 'after'))).toBe(kept)
})

it('what is no file any more keeps nothing, and what was none cannot be compared', () => {
  const folder = folderWith({ file: 'one', huge: '' })
  const at = (name: string): string => join(folder, name)
  mkdirSync(at('folder'))
  symlinkSync('file', at('link'))
  truncateSync(at('huge'), 17 * 1024 * 1024)
  expect(['folder', 'link', 'missing'].map((name) => keepsContents(at('file'), at(name)))).toEqual([
    false,
    false,
    false,
  ])
  expect(['folder', 'link', 'missing'].map((name) => keepsContents(at(name), at('file')))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(keepsContents(at('file'), at('huge'))).toBeUndefined()
})
