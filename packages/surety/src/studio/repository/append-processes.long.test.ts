import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { APPEND_LOCK, appendLine } from './append-line.ts'
import { byCaller, wholeLines } from './appended.test-data.ts'
import { newFolder, repositoryOf } from './repository.test-data.ts'

const FILE = '.claude/memory/log.jsonl'
const APPEND = fileURLToPath(new URL('../../../test/studio/append.mjs', import.meta.url))

function appender(root: string, name: string, callers: number, entries: number, size: number) {
  const args = [APPEND, root, FILE, name, callers, entries, size].map(String)
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('entries that several processes append', () => {
  it('stand beside each other, those of 50 callers, each whole and once and in its order', async () => {
    const root = newFolder()
    const children = ['a', 'b', 'c', 'd', 'e'].map((name) => appender(root, name, 10, 5, 5000))
    const codes = await Promise.all(
      children.map(async (child) => (await once(child.stdout.resume() && child, 'exit'))[0]),
    )
    expect(codes).toEqual([0, 0, 0, 0, 0])
    const appended = byCaller(readFileSync(join(root, FILE), 'utf8'))
    expect(Object.keys(appended)).toHaveLength(50)
    expect(new Set(Object.values(appended).map(String))).toEqual(new Set(['0,1,2,3,4']))
  })

  it('wait for whoever holds the lock, and give up in time with nothing written', async () => {
    const root = repositoryOf({ [APPEND_LOCK]: '' })
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLD, join(root, APPEND_LOCK)], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    expect(await appendLine(root, FILE, '1', { waitMs: 50 })).toMatchObject({ ok: false, code: 'CONFLICT' })
    expect(existsSync(join(root, FILE))).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await appendLine(root, FILE, '1')).toEqual({ ok: true, value: 2 })
  })
})

const HOLD = `
import { DatabaseSync } from '@photostructure/sqlite'
const lock = new DatabaseSync(process.argv[1])
lock.exec('begin exclusive')
process.stdout.write('held')
setInterval(() => lock, 1000)
`

const KILLS = 20

describe('a process that is killed while it appends', () => {
  it('leaves every earlier line as it was, has kept what it said it appended, and stops nobody', async () => {
    const root = repositoryOf({ [FILE]: '{"caller":"before","number":0}\n' })
    const told: string[] = []
    let before = readFileSync(join(root, FILE))
    for (let round = 0; round < KILLS; round++) {
      told.push(...(await killed(root, String(round))))
      const after = readFileSync(join(root, FILE))
      expect(after.subarray(0, before.length).equals(before)).toBe(true)
      expect(await appendLine(root, FILE, `{"caller":"after","number":${round}}`)).toMatchObject({ ok: true })
      before = readFileSync(join(root, FILE))
      expect(before.toString().endsWith(`\n{"caller":"after","number":${round}}\n`)).toBe(true)
    }
    const kept = new Set(wholeLines(before.toString()).map(({ caller, number }) => `${caller} ${number}`))
    expect(told.filter((line) => !kept.has(line))).toEqual([])
    expect(told.length).toBeGreaterThan(0)
  })
})

/** What the process said it appended before it was killed, somewhere in its work. */
async function killed(root: string, name: string): Promise<string[]> {
  const child = appender(root, name, 3, 1_000_000, 9000)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const isFirst = text === ''
    text += chunk.toString()
    if (isFirst) setTimeout(() => child.kill('SIGKILL'), 20 + Math.random() * 60)
  })
  await once(child, 'close')
  return text.slice(0, text.lastIndexOf('\n')).split('\n').slice(1)
}

describe('a disk that has no room', () => {
  it('is told of, earlier lines stay, and the next entry starts on a new line', async () => {
    const earlier = `${'x'.repeat(4000)}\n`
    const root = repositoryOf({ [FILE]: earlier })
    const args = [process.execPath, APPEND, root, FILE, 'a', '1', '1', '9000']
    const { stderr } = spawnSync('bash', ['-c', 'ulimit -f 8; exec "$0" "$@"', ...args], { encoding: 'utf8' })
    expect(stderr).toMatch(/UPSTREAM_FAILED: There is no room .*EFBIG/)
    await appendLine(root, FILE, '{"caller":"b","number":1}')
    const text = readFileSync(join(root, FILE), 'utf8')
    expect(text.startsWith(earlier)).toBe(true)
    expect(text.split('\n').at(-2)).toBe('{"caller":"b","number":1}')
  })
})
