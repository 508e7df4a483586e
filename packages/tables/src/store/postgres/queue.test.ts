import { expect, it } from 'vitest'
import { Queue } from './queue.ts'

/** Who has entered, in their order. */
function enter(queue: Queue, names: string, place: 'first' | 'last' = 'last'): string[] {
  const entered: string[] = []
  for (const name of names) void queue.enter(place).then(() => entered.push(name))
  return entered
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('so many work at once, the others in the order in which they came', async () => {
  const queue = new Queue(2)
  const entered = enter(queue, 'abcd')
  await settle()
  expect(entered).toEqual(['a', 'b'])
  queue.leave()
  await settle()
  expect(entered).toEqual(['a', 'b', 'c'])
})

it('whoever finds no room waits until one of the others leaves, and nobody else is let in before', async () => {
  const queue = new Queue(3)
  enter(queue, 'abc')
  const waiting = enter(queue, 'd')
  expect(queue.shrink()).toBe(true)
  queue.leave()
  const again = enter(queue, 'c', 'first')
  await settle()
  expect([waiting, again]).toEqual([[], []])
  queue.leave()
  await settle()
  expect([waiting, again]).toEqual([[], ['c']])
})

it('whoever is alone and finds no room cannot wait for others', async () => {
  const queue = new Queue(3)
  await queue.enter('last')
  expect(queue.shrink()).toBe(false)
})
