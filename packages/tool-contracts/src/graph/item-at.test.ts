import { expect, test } from 'vitest'
import { itemAt } from './item-at.ts'

test('a wrong index is a bug', () => {
  expect(() => itemAt(['a'], 1)).toThrow('There is no item 1 of 1.')
})
