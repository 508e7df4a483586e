import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder, write } from './repository.test-data.ts'
import { withLock } from './with-lock.ts'

describe('a lock', () => {
  it('is given back when the action fails, and then taken by the next in turn', async () => {
    const lock = write(newFolder(), 'lock', '')
    const order: number[] = []
    const turn = (number: number) =>
      withLock(lock, { waitMs: 1000 }, async () => {
        order.push(number)
        if (number === 1) throw new Error('broken')
        return number
      })
    const turns = await Promise.allSettled([turn(0), turn(1), turn(2)])
    expect(turns.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(order).toEqual([0, 1, 2])
  })

  it('is not made by whoever asks for it', async () => {
    await expect(withLock(join(newFolder(), 'lock'), { waitMs: 10 }, async () => 1)).rejects.toThrow(/unable to open/)
  })
})
