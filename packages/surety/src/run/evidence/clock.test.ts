import { describe, expect, it } from 'vitest'
import { tellsTime } from './clock.ts'

const AT = Date.UTC(2026, 10, 16, 7, 55, 1, 400)

describe('a text that tells the time', () => {
  it.each([
    '{"at":"2026-11-16T07:55:01Z"}',
    'Mon, 16 Nov 2026 07:55:02 GMT',
    '7:55:01 AM',
    '19:55:01',
    'built 1794815701',
    '{"now":1794815701399}',
    `It is ${new Date(AT).toTimeString().slice(0, 8)}.`,
  ])('is %s', (text) => {
    expect(tellsTime(text, AT)).toBe(true)
  })
})

it('is told across midnight', () => {
  expect(tellsTime('00:00:01', Date.UTC(2026, 0, 1, 23, 59, 58))).toBe(true)
})

describe('a text that tells no time, or another', () => {
  it.each(['{"sum":3}', '2026-11-16', '07:54:01', '1794810000', '9780140449136', '117948157011', '17:55:011'])(
    'is %s',
    (text) => {
      expect(tellsTime(text, AT)).toBe(false)
    },
  )
})
