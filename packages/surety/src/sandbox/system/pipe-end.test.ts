import { closeSync, constants, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openFifos } from './fifo.ts'
import { PipeEnd } from './pipe-end.ts'

async function openPipe() {
  const folder = mkdtempSync(join(tmpdir(), 'surety-pipe-'))
  const { stdin } = await openFifos(folder)
  rmSync(folder, { recursive: true })
  // The server's end would wait until there is something to read.
  const inner = openSync(`/proc/self/fd/${stdin.inner}`, constants.O_RDONLY | constants.O_NONBLOCK)
  closeSync(stdin.inner)
  return { inner, outer: stdin.outer, end: new PipeEnd(stdin.outer) }
}

/** Undefined at the end of the pipe, empty while nothing is in it. */
function read(fd: number): Buffer | undefined {
  const buffer = Buffer.alloc(4096)
  try {
    const length = readSync(fd, buffer)
    return length === 0 ? undefined : buffer.subarray(0, length)
  } catch {
    return Buffer.alloc(0)
  }
}

it('writes at once what the pipe takes', async () => {
  const { inner, end } = await openPipe()
  end.write('a line\n')
  expect(read(inner)?.toString()).toBe('a line\n')
  end.destroy()
  closeSync(inner)
})

it('writes the rest when the pipe takes more, in order, and then ends', async () => {
  const { inner, end } = await openPipe()
  const texts = Array.from({ length: 30 }, (_, index) => String(index % 10).repeat(20_000))
  for (const text of texts) end.write(text)
  end.end()
  const chunks: Buffer[] = []
  for (let chunk = read(inner); chunk !== undefined; chunk = read(inner)) {
    chunks.push(chunk)
    if (chunk.length === 0) await pause(1)
  }
  expect(Buffer.concat(chunks).toString() === texts.join('')).toBe(true)
  closeSync(inner)
})

it('says so when nobody reads any more, and gives the pipe back', async () => {
  const { inner, outer, end } = await openPipe()
  closeSync(inner)
  const error = new Promise((resolve) => end.once('error', resolve))
  end.write('to nobody\n')
  expect(await error).toMatchObject({ code: 'EPIPE' })
  await pause(1)
  expect(() => fstatSync(outer)).toThrow('EBADF')
})
