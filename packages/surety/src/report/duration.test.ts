import { expect, it } from 'vitest'
import { duration } from './duration.ts'

it.each([
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999.7, '1.0 s'],
  [1234, '1.2 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [185_000, '3 min 5 s'],
])('%d milliseconds are %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})
