import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { appendLine } from './append-line.ts'
import { byDescriptor } from './by-descriptor.ts'
import { byPath } from './by-path.ts'
import { readInside } from './read-inside.ts'
import { newFolder, write } from './repository.test-data.ts'

const SWAP = fileURLToPath(new URL('../../../test/studio/swap.mjs', import.meta.url))
/** At least so many; and as many as it takes until a swap was met. */
const READS = 10_000
const APPENDS = 1000

/** Does the work while another process swaps; it must be at it to the end. */
async function whileSwapping(root: string, outside: string, what: string, work: () => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [SWAP, root, outside, what], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  try {
    await work()
  } finally {
    child.kill('SIGKILL')
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
}

describe.each([
  { by: 'descriptor', access: byDescriptor },
  { by: 'path', access: byPath },
])('whoever swaps names while files are opened by $by', ({ access }) => {
  it.each([
    ['file and link', 'file'],
    ['folder and link', 'folder/file'],
    ['link and link', 'file'],
    ['file and hard link', 'file'],
  ])('never gets a file from outside read: %s', async (what, path) => {
    const root = newFolder()
    const outside = newFolder()
    write(outside, 'file', 'OUTSIDE')
    const seen = new Set<string>()
    await whileSwapping(root, outside, what, async () => {
      for (let made = 0; made < READS || !seen.has('PATH_REFUSED'); made++) {
        const found = await readInside(root, path, { access })
        seen.add(found.ok ? found.value.bytes.toString() : found.code)
      }
    })
    expect([...seen].filter((saw) => !EXPECTED.has(saw))).toEqual([])
  })
})

describe('whoever swaps a folder and a link while entries are appended', () => {
  it.each([
    ['made or written outside, by descriptor', byDescriptor, []],
    ['written outside, by path, though an empty file may be made there', byPath, ['']],
  ])('never gets anything %s', async (_, access, allowed) => {
    const root = newFolder()
    const outside = newFolder()
    const seen = new Set<string>()
    await whileSwapping(root, outside, 'folder that others make, and link', async () => {
      for (let made = 0; made < APPENDS || seen.size < 2; made++) {
        const appended = await appendLine(root, 'folder/file', 'x', { access }).catch(String)
        seen.add(typeof appended === 'object' && appended.ok ? 'ok' : 'not')
      }
    })
    const found = readdirSync(outside).map((name) => readFileSync(join(outside, name), 'utf8'))
    expect(found.filter((text) => !allowed.includes(text))).toEqual([])
  })
})

/** A file that is being written is still empty. */
const EXPECTED: ReadonlySet<string> = new Set(['inside', '', 'PATH_REFUSED', 'RESOURCE_NOT_FOUND'])
