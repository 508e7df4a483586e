import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { readLock, writeLock } from './lock-file.ts'
import { lockOf, lockText } from './lock.ts'

const lock = lockOf([{ name: 'a', description: 'A.' }], { url: 'https://example.com/mcp' })

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-lock-'))
  file = join(folder, 'surety.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('writes a lock in the place of another, and leaves nothing else behind', async () => {
  await writeLock(file, lockOf([], { url: 'x' }))
  await writeLock(file, lock)
  expect(await readLock(file)).toEqual({ ok: true, lock })
  expect(readFileSync(file, 'utf8')).toBe(lockText(lock))
  expect(readdirSync(folder)).toEqual(['surety.lock'])
})

it('leaves nothing behind where it cannot write', async () => {
  mkdirSync(join(file, 'inside'), { recursive: true })
  await expect(writeLock(file, lock)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(folder)).toEqual(['surety.lock'])
})

it('finds no lock where there is no file', async () => {
  expect(await readLock(file)).toBeUndefined()
})

test.each<[string, () => void, string]>([
  ['a folder', () => mkdirSync(file), 'It is no file.'],
  ['a link to itself', () => symlinkSync('surety.lock', file), 'It cannot be read (ELOOP).'],
  ['a link out of the project', () => symlinkSync('/etc/passwd', file), 'It is a link that leads out of the project.'],
  ['a named pipe', () => void execFileSync('sh', ['-c', 'mkfifo "$0"', file]), 'It is no file.'],
  ['a file without end', () => (writeFileSync(file, ''), truncateSync(file, 2 ** 40)), 'It has 1099511627776 bytes'],
  ['an empty file', () => writeFileSync(file, ''), 'It is no JSON object.'],
  ['bytes that are no text', () => writeFileSync(file, Buffer.from([0xff, 0xfe, 0])), 'It is no JSON object.'],
])('%s is no lock, and the reason tells what to do', async (_, make, reason) => {
  make()
  const read = await readLock(file)
  expect(read).toMatchObject({ ok: false, reason: expect.stringContaining(`surety.lock cannot be used: ${reason}`) })
  expect(read).toMatchObject({ reason: expect.stringContaining('Restore it from version control') })
})

it('reads a lock that is a link within the project', async () => {
  writeFileSync(join(folder, 'other.lock'), lockText(lock))
  symlinkSync('other.lock', file)
  expect(await readLock(file)).toEqual({ ok: true, lock })
})

it.each([
  { version: 'hunter2'.repeat(10) },
  { version: { hunter2: ['hunter2', 'hunter2', 'hunter2'] } },
  { version: 1, launch: { url: 'x' }, tools: 'hunter2'.repeat(10) },
])('quotes nothing of a file that is no lock', async (text) => {
  writeFileSync(file, JSON.stringify(text))
  const read = await readLock(file)
  expect(read).toMatchObject({ ok: false, reason: expect.not.stringContaining('hunter2') })
})
