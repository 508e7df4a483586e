import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { watchFile } from './watch-file.ts'

const root = mkdtempSync(join(tmpdir(), 'surety-watch-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let stop: (() => void) | undefined
afterEach(() => stop?.())

let made = 0
function watched(text: string | undefined): { file: string; told: () => Promise<void>; times: () => number } {
  const file = join(root, `${++made}.yaml`)
  if (text !== undefined) writeFileSync(file, text)
  const changed = vi.fn(async () => undefined)
  stop = watchFile(file, changed, 5)
  let seen = 0
  return {
    file,
    times: () => changed.mock.calls.length,
    told: () =>
      vi.waitFor(
        () => {
          expect(changed.mock.calls.length).toBeGreaterThan(seen)
          seen = changed.mock.calls.length
        },
        { timeout: 60_000 },
      ),
  }
}

it('tells once at the start, so that nothing that was saved in the meantime is missed', async () => {
  await watched('a').told()
})

it('tells of a file that was written over, replaced, removed and made again', async () => {
  const { file, told } = watched('a')
  await told()
  writeFileSync(file, 'bb')
  await told()
  writeFileSync(`${file}.new`, 'cc')
  renameSync(`${file}.new`, file)
  await told()
  rmSync(file)
  await told()
  writeFileSync(file, 'dd')
  await told()
})

it('tells of a file that comes only later, and of a link that leads elsewhere', async () => {
  const { file, told } = watched(undefined)
  writeFileSync(`${file}.1`, 'a')
  writeFileSync(`${file}.2`, 'b')
  symlinkSync(`${file}.1`, file)
  await told()
  rmSync(file)
  symlinkSync(`${file}.2`, file)
  await told()
})

it('tells nothing once it was stopped', async () => {
  const { file, told, times } = watched('a')
  await told()
  stop?.()
  const before = times()
  const later = vi.fn(async () => undefined)
  writeFileSync(file, 'bb')
  const other = watchFile(file, later, 5)
  await vi.waitFor(() => expect(later).toHaveBeenCalled(), { timeout: 60_000 })
  other()
  expect(times()).toBe(before)
})
