import { execFileSync } from 'node:child_process'
import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { program } from '../system/programs.ts'
import { folderWith } from '../../../test/run-in-cell.ts'
import { environment } from './environment.ts'

describe.skipIf(program('git') === undefined)('the environment of a server', () => {
  it.each(['status', 'diff'])('keeps `git %s` from writing to the repository', (command) => {
    const repository = folderWith({ 'a.txt': 'a' })
    const git = (...words: readonly string[]): Buffer =>
      execFileSync('git', words, { cwd: repository, env: environment({}, {}, undefined) })
    git('init', '-q')
    git('add', '.')
    const index = (): Buffer => readFileSync(join(repository, '.git/index'))
    const before = index()
    utimesSync(join(repository, 'a.txt'), 1, 1)
    git(command)
    expect(index().equals(before)).toBe(true)
  })
})
