import { expect, it } from 'vitest'
import { decimalDigits } from './decimal-digits.ts'

it.each([
  [0, 0, 0],
  [-0, 0, 0],
  [5, 1, 0],
  [100, 3, 0],
  [12.25, 2, 2],
  [-0.05, 0, 2],
  [0.1 + 0.2, 0, 17],
  [1e21, 22, 0],
  [1.5e22, 23, 0],
  [1e-7, 0, 7],
  [1.25e-7, 0, 9],
  [Number.MAX_SAFE_INTEGER, 16, 0],
])('%d has %d digits before and %d behind the point', (value, before, behind) => {
  expect(decimalDigits(value)).toEqual({ before, behind })
})
