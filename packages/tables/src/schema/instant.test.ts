import { expect, it } from 'vitest'
import { compareInstants, toUtc } from './instant.ts'

it.each([
  ['2025-10-05T14:30:00Z', '2025-10-05T14:30:00Z'],
  ['2025-10-05T14:30:00.5Z', '2025-10-05T14:30:00.5Z'],
  ['2025-10-05T14:30:00.000Z', '2025-10-05T14:30:00Z'],
  ['2025-10-05T14:30:00.120Z', '2025-10-05T14:30:00.12Z'],
  ['2025-10-05T14:30:00.123456+02:00', '2025-10-05T12:30:00.123456Z'],
  ['2024-12-31T23:30:00-01:00', '2025-01-01T00:30:00Z'],
  ['2024-02-29T00:00:00+14:00', '2024-02-28T10:00:00Z'],
  ['2025-10-05T14:30Z', '2025-10-05T14:30:00Z'],
  ['0001-01-01T00:00:00+00:01', undefined],
  ['9999-12-31T23:59:59-00:01', undefined],
  ['2025-10-05T14:30:00.1234567Z', undefined],
])('%s is %s in UTC', (text, utc) => {
  expect(toUtc(text)).toBe(utc)
})

it('moments are compared to the microsecond, whatever their offset', () => {
  expect(compareInstants('2025-01-01T00:00:00Z', '2025-01-01T01:00:00+01:00')).toBe(0)
  expect(compareInstants('2025-01-01T00:00:00.5Z', '2025-01-01T00:00:00.500000Z')).toBe(0)
  expect(compareInstants('2025-01-01T00:00:00.000001Z', '2025-01-01T00:00:00Z')).toBe(1)
  expect(compareInstants('2024-12-31T23:59:59.999999Z', '2025-01-01T00:00:00Z')).toBe(-1)
})
