import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SpyLog } from './spy-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-spy-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function makeLog(): { readonly file: string; readonly log: SpyLog } {
  files += 1
  const file = join(folder, `${files}.log`)
  writeFileSync(file, '')
  return { file, log: new SpyLog(file) }
}

const line = (n: number, by = 'a', told: object = { kind: 'nested', from: 'x', to: 'y', how: 'handler' }): string =>
  `${JSON.stringify({ by, n, at: n, ...told })}\n`
const kinds = (log: SpyLog): readonly string[] => log.read().map(({ kind }) => kind)
const TOUCHED = [{ kind: 'spy lost', reason: "the spy's log was changed by something other than the spy" }]

describe("the spy's log", () => {
  test('gives each line of every writer once, when it is whole', () => {
    const { file, log } = makeLog()
    const [start, end] = [line(2).slice(0, 20), line(2).slice(20)]
    appendFileSync(file, line(1) + line(1, 'b') + start)
    expect(kinds(log)).toEqual(['nested', 'nested'])
    expect(kinds(log)).toEqual([])
    appendFileSync(file, end + line(2, 'b', { kind: 'spy', language: 'node', tool: 'x', sees: ['calls', 'flies'] }))
    expect(log.read()).toMatchObject([{ kind: 'nested' }, { kind: 'spy', tool: 'x', sees: ['calls'] }])
  })

  const changes: Record<string, (file: string) => void> = {
    'cut short': (file) => truncateSync(file, 0),
    'cut short and written again': (file) => writeFileSync(file, line(3) + line(4) + line(5)),
    'overwritten in place': (file) => writeFileSync(file, line(1) + line(2), { flag: 'r+' }),
    deleted: (file) => rmSync(file),
    'replaced by another file': (file) => {
      writeFileSync(`${file}.new`, line(1) + line(2) + line(3))
      renameSync(`${file}.new`, file)
    },
    'replaced by a link': (file) => {
      renameSync(file, `${file}.old`)
      symlinkSync(`${file}.old`, file)
    },
    'replaced by a pipe that nobody writes to': (file) => {
      rmSync(file)
      execFileSync('sh', ['-c', 'mkfifo "$0"', file])
    },
    'given a line that is no event': (file) => appendFileSync(file, 'hello\n'),
    'given an empty line': (file) => appendFileSync(file, '\n'),
    'given an event that no spy wrote': (file) => appendFileSync(file, line(1, 'a')),
    'given an event without a writer': (file) =>
      appendFileSync(file, '{"at":1,"kind":"spy","language":"node","tool":"x","sees":["calls"]}\n'),
    'given a line without an end': (file) => appendFileSync(file, 'x'.repeat(100_000)),
  }
  const before = new Set(['overwritten in place'])
  test.each(Object.entries(changes))('counts for nothing once it is %s, and stays so', (title, change) => {
    const { file, log } = makeLog()
    appendFileSync(file, line(1) + (before.has(title) ? '' : line(2)))
    expect(kinds(log)).not.toContain('spy lost')
    change(file)
    if (before.has(title)) appendFileSync(file, line(4))
    expect(log.read().at(-1)?.kind).toBe('spy lost')
    expect(log.read()).toEqual([])
  })

  test('misses a line that was taken away before anybody read it', () => {
    const { file, log } = makeLog()
    appendFileSync(file, line(1))
    truncateSync(file, 0)
    appendFileSync(file, line(2))
    expect(log.read()).toMatchObject(TOUCHED)
  })

  test('is full at 16 MB, and says so', () => {
    const { file, log } = makeLog()
    const long = { kind: 'mutation', tool: 'x', path: 'p'.repeat(50_000) }
    for (let n = 1; n <= 400; n += 1) appendFileSync(file, line(n, 'a', long))
    expect(log.read().at(-1)).toMatchObject({
      kind: 'spy lost',
      reason: "the spy's log is full: more than 16 MB were written to it",
    })
    expect(log.read()).toEqual([])
  })

  test.each([
    ['newlines', '\n'.repeat(1024 * 1024)],
    ['zeros', '\0'.repeat(1024 * 1024)],
    ['lines of nothing', 'x\n'.repeat(512 * 1024)],
  ])('is read at once though it holds 20 MB of %s', (_, mebibyte) => {
    const { file, log } = makeLog()
    for (let n = 0; n < 20; n += 1) appendFileSync(file, mebibyte)
    const before = performance.now()
    expect(log.read()).toMatchObject(TOUCHED)
    for (let n = 0; n < 1000; n += 1) log.read()
    expect(performance.now() - before).toBeLessThan(2000)
  })
})
