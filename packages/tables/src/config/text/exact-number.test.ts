import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { isExact } from './exact-number.ts'

it.each([
  '0',
  '-0',
  '00.0',
  '1.50',
  '+1.5e3',
  '1E21',
  '1000000000000000000000',
  '0.1',
  '.5',
  '5.',
  '9007199254740992',
  '0x1F',
  '0o17',
  '5e-324',
  '1.7976931348623157e308',
])('%s is carried by JSON as it is written', (source) => {
  expect(isExact(source, Number(source))).toBe(true)
})

it.each([
  '9007199254740993',
  '0.1234567890123456789',
  '1e400',
  '1e-400',
  '0xFFFFFFFFFFFFFFFF',
  '1.0000000000000000001',
  '123456789012345678901234567890',
])('%s would be another number in JSON', (source) => {
  expect(isExact(source, Number(source))).toBe(false)
})

test('every number is exact as JavaScript writes it, and every one of at most 15 digits', () => {
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true })
  const mantissas = fc.integer({ min: -(10 ** 15), max: 10 ** 15 })
  fc.assert(
    fc.property(numbers, mantissas, fc.integer({ min: -300, max: 290 }), (number, mantissa, exponent) => {
      expect(isExact(String(number), number)).toBe(true)
      const source = `${mantissa}e${exponent}`
      expect(isExact(source, Number(source))).toBe(true)
    }),
  )
})

test('a long number takes no longer than its length', () => {
  expect(isExact(`1${'0'.repeat(500_000)}1`, Infinity)).toBe(false)
  expect(isExact(`0.${'0'.repeat(500_000)}1`, 0)).toBe(false)
})
