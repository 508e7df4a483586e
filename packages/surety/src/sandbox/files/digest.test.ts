import { execFileSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cellOptions, folderWith, runInCell, UNTRACED } from '../../../test/run-in-cell.ts'
import { ReadBudget, digestOf, isPartial } from './digest.ts'
import { probeLayers } from '../probe-layers.ts'
import { SpyLog } from '../spy/spy-log.ts'

const MB = 1024 * 1024
const TB = MB * MB
const able = await probeLayers()

const digest = (path: string): Promise<string> => digestOf(path, new ReadBudget())

/** Sets one byte of a file that is otherwise a hole of that size. */
function holeWith(path: string, size: number, at: number): void {
  const file = openSync(path, 'w')
  ftruncateSync(file, size)
  writeSync(file, 'x', at)
  closeSync(file)
}

it('a small file is told apart by every byte', async () => {
  const folder = folderWith({ a: 'one', b: 'one', c: 'two', empty: '' })
  const [a, b, c, empty] = await Promise.all(['a', 'b', 'c', 'empty'].map((name) => digest(join(folder, name))))
  expect(a).toBe(b)
  expect(new Set([a, c, empty]).size).toBe(3)
  for (const at of [0, 5 * MB + 1, 16 * MB - 1]) {
    holeWith(join(folder, 'a'), 16 * MB, at)
    truncateSync(join(folder, 'b'), 16 * MB)
    expect(await digest(join(folder, 'a'))).not.toBe(await digest(join(folder, 'b')))
  }
})

it('a large file is told apart by its size, its beginning and its end, and known to be read in part', async () => {
  const folder = folderWith({})
  const files = [
    [4 * TB, 0],
    [4 * TB, 4 * TB - 1],
    [4 * TB, TB + 1],
    [4 * TB - 1, TB + 1],
  ] as const
  const start = performance.now()
  const digests = files.map(async ([size, at], index) => {
    holeWith(join(folder, `${index}`), size, at)
    return digest(join(folder, `${index}`))
  })
  expect(new Set(await Promise.all(digests)).size).toBe(4)
  expect((await Promise.all(digests)).every(isPartial)).toBe(true)
  expect(performance.now() - start).toBeLessThan(5000)
})

it('at one look no more than a quarter of a gigabyte is read, whatever there is', async () => {
  const folder = folderWith({ hole: '' })
  truncateSync(join(folder, 'hole'), 16 * MB)
  const budget = new ReadBudget()
  const digests: string[] = []
  for (let look = 0; look < 20; look += 1) digests.push(await digestOf(join(folder, 'hole'), budget))
  expect(digests.map(isPartial)).toEqual([...Array(16).fill(false), ...Array(4).fill(true)])
})

it('what is no plain file is never opened to be read', async () => {
  const folder = folderWith({ file: '' })
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
  symlinkSync('file', join(folder, 'link'))
  for (const name of ['pipe', 'link', '.', 'missing']) expect(await digest(join(folder, name))).toBe('unreadable')
  expect(await digest('/dev/zero')).toBe('unreadable')
  expect(new SpyLog(join(folder, 'pipe')).read()).toEqual([])
  expect(new SpyLog(join(folder, 'missing')).read()).toMatchObject([{ kind: 'spy lost' }])
})

it.skipIf(!able.L1.works)('a server that makes huge files, pipes and links in loops holds nobody up', async () => {
  const project = folderWith({ 'old.txt': 'old', 'big.bin': '' })
  truncateSync(join(project, 'big.bin'), TB)
  const script = 'truncate -s 4T new.bin; mkfifo pipe; ln -s loop loop; rm old.txt; mkfifo old.txt; printf x >> big.bin'
  const options = cellOptions(project, ['/bin/sh', '-c', script], { layers: UNTRACED })
  const start = performance.now()
  const { changes, state } = await runInCell(options)
  expect(changes.map(({ kind, path }) => `${kind} ${path}`).toSorted()).toEqual(
    expect.arrayContaining(['write loop', 'write new.bin', 'write old.txt', 'write pipe']),
  )
  expect(state.files).toBeGreaterThanOrEqual(4)
  expect(performance.now() - start).toBeLessThan(30_000)
  expect(readFileSync(join(project, 'old.txt'), 'utf8')).toBe('old')
  writeFileSync(join(project, 'big.bin'), '')
})
