import { expect, test } from 'vitest'
import { at, itemAt } from './at.ts'

test('a wrong index is 0 among integers, for the sake of speed, and a bug among items', () => {
  expect(at(new Int32Array(1), 1)).toBe(0)
  expect(() => itemAt(['a'], 1)).toThrow('There is no item 1 of 1.')
})
