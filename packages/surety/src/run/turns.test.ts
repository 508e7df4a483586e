import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

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
async function use(turns: Turns, server: Server, name: string): Promise<boolean> {
  const made = await turns.take(server.start(name))
  if (!made.ok) return false
  await new Promise((resolve) => setTimeout(resolve, 1))
  made.process.end()
  return true
}

it('all start beside each other where they can', async () => {
  const [turns, server] = [new Turns(), new Server(4)]
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((name) => use(turns, server, name)))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(server.tried).toEqual(['a', 'b', 'c', 'd'])
})

it('where only one can run, each gets its turn in the end, and nobody who comes later gets in its way', async () => {
  const [turns, server] = [new Turns(), new Server(1)]
  const first = ['a', 'b', 'c'].map((name) => use(turns, server, name))
  const later = Promise.all(first.slice(0, 1)).then(() => use(turns, server, 'd'))
  expect(await Promise.all([...first, later])).toEqual([true, true, true, true])
  expect(server.tried).toEqual(['a', 'b', 'c', 'b', 'c', 'd'])
  expect(await Promise.all(['e', 'f'].map((name) => use(turns, server, name)))).toEqual([true, true])
  expect(server.tried.slice(6)).toEqual(['e', 'f'])
})

it('one that starts under no circumstances is tried alone once, and holds up nobody after it', async () => {
  const [turns, server, broken] = [new Turns(), new Server(2), new Server(0)]
  expect(await Promise.all([use(turns, server, 'a'), use(turns, broken, 'x')])).toEqual([true, false])
  expect(broken.tried).toEqual(['x', 'x'])
  expect(await use(turns, broken, 'y')).toBe(false)
  expect(broken.tried).toEqual(['x', 'x', 'y'])
  expect(await Promise.all([use(turns, server, 'b'), use(turns, server, 'c')])).toEqual([true, true])
})

it('one that is to start now or not at all does not wait', async () => {
  const [turns, server] = [new Turns(), new Server(1)]
  const kept = await turns.beside(server.start('a'))
  expect(await turns.beside(server.start('b'))).toEqual({ ok: false })
  const waiting = use(turns, server, 'c')
  if (kept.ok) kept.process.end()
  expect(await waiting).toBe(true)
})

it('whoever is in no hurry hears that somebody waits, and can make way', async () => {
  const [turns, server] = [new Turns(), new Server(1)]
  const kept = await turns.beside(server.start('a'))
  const waiting = use(turns, server, 'b')
  await turns.contested
  if (kept.ok) kept.process.end()
  expect(await waiting).toBe(true)
})
