import { expect, it } from 'vitest'
import { StartLock } from './start-lock.ts'

interface Running {
  readonly ended: Promise<void>
  readonly end: () => void
}

type Made = { readonly ok: true; readonly process: Running } | { readonly ok: false }

/** A server of which so many can run at once, and what was tried of it. */
class Server {
  readonly tried: string[] = []
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  start(name: string): () => Promise<Made> {
    return async () => {
      this.tried.push(name)
      if (this.#left === 0) return { ok: false }
      this.#left -= 1
      await new Promise((resolve) => setTimeout(resolve, 1))
      let end = (): void => {}
      const ended = new Promise<void>((resolve) => (end = resolve))
      const leave = (): void => {
        this.#left += 1
        end()
      }
      return { ok: true, process: { ended, end: leave } }
    }
  }
}

/** Takes a turn, does nothing with it for a moment, and goes. */
async function use(startLock: StartLock, server: Server, name: string): Promise<boolean> {
  const made = await startLock.startInTurn(server.start(name))
  if (!made.ok) return false
  await new Promise((resolve) => setTimeout(resolve, 1))
  made.process.end()
  return true
}

it('all start beside each other where they can', async () => {
  const [startLock, server] = [new StartLock(), new Server(4)]
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((name) => use(startLock, server, name)))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(server.tried).toEqual(['a', 'b', 'c', 'd'])
})

it('where only one can run, each gets its turn in the end, and nobody who comes later gets in its way', async () => {
  const [startLock, server] = [new StartLock(), new Server(1)]
  const first = ['a', 'b', 'c'].map((name) => use(startLock, server, name))
  const later = Promise.all(first.slice(0, 1)).then(() => use(startLock, server, 'd'))
  expect(await Promise.all([...first, later])).toEqual([true, true, true, true])
  expect(server.tried).toEqual(['a', 'b', 'c', 'b', 'c', 'd'])
  expect(await Promise.all(['e', 'f'].map((name) => use(startLock, server, name)))).toEqual([true, true])
  expect(server.tried.slice(6)).toEqual(['e', 'f'])
})

it('one that starts under no circumstances is tried alone once, and holds up nobody after it', async () => {
  const [startLock, server, broken] = [new StartLock(), new Server(2), new Server(0)]
  expect(await Promise.all([use(startLock, server, 'a'), use(startLock, broken, 'x')])).toEqual([true, false])
  expect(broken.tried).toEqual(['x', 'x'])
  expect(await use(startLock, broken, 'y')).toBe(false)
  expect(broken.tried).toEqual(['x', 'x', 'y'])
  expect(await Promise.all([use(startLock, server, 'b'), use(startLock, server, 'c')])).toEqual([true, true])
})

it('one that is to start now or not at all does not wait', async () => {
  const [startLock, server] = [new StartLock(), new Server(1)]
  const kept = await startLock.startNow(server.start('a'))
  expect(await startLock.startNow(server.start('b'))).toEqual({ ok: false })
  const waiting = use(startLock, server, 'c')
  if (kept.ok) kept.process.end()
  expect(await waiting).toBe(true)
})
