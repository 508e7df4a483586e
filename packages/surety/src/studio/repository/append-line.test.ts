import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { APPEND_LOCK, appendLine } from './append-line.ts'
import { byCaller, wholeLines } from './appended.test-data.ts'
import { byDescriptor } from './by-descriptor.ts'
import { byPath } from './by-path.ts'
import { hardLink, link, newFolder, repositoryOf, write } from './repository.test-data.ts'

const FILE = '.claude/memory/log.jsonl'

describe.each([
  { by: 'descriptor', access: byDescriptor },
  { by: 'path', access: byPath },
])('an entry that is appended by $by', ({ access }) => {
  const append = (root: string, text: string, path = FILE) => appendLine(root, path, text, { access })

  it('makes folder and file, and counts its bytes and its newline', async () => {
    const root = newFolder()
    expect(await append(root, '{"größe":1}')).toEqual({ ok: true, value: 14 })
    expect(await append(root, '2')).toEqual({ ok: true, value: 2 })
    expect(readFileSync(join(root, FILE), 'utf8')).toBe('{"größe":1}\n2\n')
    expect(readdirSync(join(root, '.claude/memory'))).toEqual(['log.jsonl'])
    expect(readdirSync(join(root, '.surety'))).toEqual(['append.lock'])
  })

  it('starts on a new line after one that was torn, and counts that newline too', async () => {
    const root = repositoryOf({ [FILE]: '{"a":1}\n{"torn":' })
    expect(await append(root, '{"b":2}')).toEqual({ ok: true, value: 9 })
    expect(readFileSync(join(root, FILE), 'utf8')).toBe('{"a":1}\n{"torn":\n{"b":2}\n')
  })

  it.each<[string, (root: string, outside: string) => void]>([
    ['the file is a link out of the tree', (root, outside) => link(root, FILE, join(outside, 'file'))],
    ['the file is a link to nothing outside', (root, outside) => link(root, FILE, join(outside, 'new'))],
    ['the file is a link to another file inside', (root) => link(root, FILE, '../../README.md')],
    ['the file has another name outside', (root, outside) => hardLink(root, FILE, join(outside, 'file'))],
    ['the folder is a link out of the tree', (root, outside) => link(root, '.claude/memory', outside)],
    ['the folder above is a link out of the tree', (root, outside) => link(root, '.claude', outside)],
    ['the folder is a link to nothing outside', (root, outside) => link(root, '.claude', join(outside, 'new'))],
    ['the folder is a file', (root) => void write(root, '.claude/memory')],
    ['the file is a folder', (root) => void mkdirSync(join(root, FILE), { recursive: true })],
    ['the file is a pipe', (root) => pipe(root, FILE)],
    ['the file is a device', (root) => link(root, FILE, '/dev/null')],
    ["the lock's folder is a link out of the tree", (root, outside) => link(root, '.surety', outside)],
    ['the lock is a link out of the tree', (root, outside) => link(root, APPEND_LOCK, join(outside, 'file'))],
  ])('is refused where %s, and nothing is written', async (_, prepare) => {
    const root = repositoryOf({ 'README.md': 'x\n' })
    const outside = repositoryOf({ file: 'kept\n' })
    prepare(root, outside)
    expect(await append(root, '1')).toMatchObject({ ok: false, code: 'PATH_REFUSED' })
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('x\n')
    expect(readdirSync(outside)).toEqual(['file'])
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('kept\n')
  })

  it('stands beside those of 50 callers of one process, each whole and once', async () => {
    const root = newFolder()
    const entry = (caller: number, number: number) => JSON.stringify({ caller, number, rest: 'x'.repeat(caller * 190) })
    const callers = Array.from({ length: 50 }, async (_, caller) => {
      for (let number = 0; number < 4; number++) await append(root, entry(caller, number))
    })
    await Promise.all(callers)
    const appended = byCaller(readFileSync(join(root, FILE), 'utf8'))
    expect(Object.keys(appended)).toHaveLength(50)
    expect(new Set(Object.values(appended).map(String))).toEqual(new Set(['0,1,2,3']))
  })
})

function pipe(root: string, path: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  execFileSync('mkfifo', [join(root, path)])
}

describe('an entry', () => {
  it.skipIf(process.getuid?.() === 0)('that the system forbids says so', async () => {
    const root = repositoryOf({ [FILE]: '1\n' })
    chmodSync(join(root, FILE), 0o444)
    expect(await appendLine(root, FILE, '2')).toMatchObject({ ok: false, code: 'PERMISSION_DENIED' })
  })

  it('is not begun for a caller who has gone', async () => {
    const root = newFolder()
    await expect(appendLine(root, FILE, '1', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/)
    expect(existsSync(join(root, FILE))).toBe(false)
  })

  it('spoils no line but the one that was torn', async () => {
    const root = repositoryOf({ [FILE]: '{"caller":"a","number":0}\n' })
    for (let number = 1; number < 5; number++) {
      appendFileSync(join(root, FILE), `{"caller":"torn","num`)
      await appendLine(root, FILE, `{"caller":"a","number":${number}}`)
    }
    const lines = readFileSync(join(root, FILE), 'utf8').trimEnd().split('\n')
    expect(wholeLines(lines.join('\n')).map(({ number }) => number)).toEqual([0, 1, 2, 3, 4])
    expect(lines).toHaveLength(9)
  })
})
