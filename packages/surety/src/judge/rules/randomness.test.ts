import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { shareOfChance } from './randomness.ts'

const three = (make: (index: number) => Json): readonly Json[] => [0, 1, 2].map(make)

test.each<[string, (index: number) => Json]>([
  ['base64', () => ({ blob: randomBytes(60).toString('base64') })],
  ['base64 without padding', () => randomBytes(300).toString('base64url')],
  ['hexadecimal', () => ({ token: randomBytes(20).toString('hex'), ok: true })],
  ['a UUID', () => ({ id: randomUUID(), status: 'ok' })],
  ['a UUID in a text', () => [{ type: 'text', text: `id ${randomUUID()}` }]],
  ['a number below one', (index) => ({ value: [0.13572468, 0.97531842, 0.41][index] ?? 0 })],
  ['a throw of dice', (index) => [4, 1, 6][index] ?? 0],
  ['a list of random keys', () => ({ keys: [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')] })],
  ['letters alone', (index) => ['qxzkvjwhtrplmn', 'zzkjhgfdpwqrtb', 'mnbvcxzlkjhgfd'][index] ?? ''],
])('%s is mostly chance', (_, make) => {
  expect(shareOfChance(three(make))).toBeGreaterThan(0.5)
})

test.each<[string, (index: number) => Json]>([
  ['the same bytes each time', () => ({ hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' })],
  ['an ISO time', (index) => `2026-11-03T10:00:0${index}.12${index}Z`],
  ['a local time', (index) => `3 Nov 2026, 10:0${index}:07`],
  ['milliseconds since 1970', (index) => 1_793_700_000_123 + index * 17],
  ['milliseconds as text', (index) => `now ${1_793_700_000_123 + index * 17}`],
  ['a counter', (index) => ({ count: index })],
  ['a counter in a text', (index) => `This is call number ${index}.`],
  ['a counter in an id', (index) => `invoice-2026-000004${index}`],
  ['a hexadecimal counter', (index) => `0000a1f${index}`],
  ['a duration', (index) => ({ elapsed_ms: [0.41, 1.93, 0.12][index] ?? 0 })],
  ['free memory', (index) => ({ free: [8_123_456_000, 8_123_999_000, 8_123_111_000][index] ?? 0 })],
  ['items of a queue', (index) => ({ next: ['apples', 'pears', 'cherries'][index] ?? '' })],
  ['a small random id in a long answer', () => ({ id: randomUUID(), text: 'The quick brown fox jumps. '.repeat(5) })],
  ['host names', (index) => `served by host-${['alpha', 'beta', 'gamma'][index]}.example.com`],
  ['CamelCase words', (index) => ['UserServiceImpl', 'OrderFactoryBean', 'ProductRepository'][index] ?? ''],
  ['nothing', () => null],
  ['an empty object', () => ({})],
])('%s is no chance', (_, make) => {
  expect(shareOfChance(three(make))).toBeLessThanOrEqual(0.5)
})

test('what a fresh process repeats is state, not chance', () => {
  const [one, other] = [randomUUID(), randomUUID()]
  expect(shareOfChance([{ id: one }, { id: other }], [{ id: one }])).toBe(0)
  expect(shareOfChance([7, 8, 9], [1])).toBe(0)
  expect(shareOfChance([{ id: one }], [{ id: other }])).toBe(1)
})

test('the share of chance in words of letters and digits hardly depends on the draw', () => {
  let seed = 1
  const draw = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const answer = (): string => Array.from({ length: 20 }, () => draw().toString(36)).join(' ')
  const shares = Array.from({ length: 50 }, () => shareOfChance([answer(), answer(), answer()], [answer(), answer()]))
  expect(Math.min(...shares)).toBeGreaterThan(0.55)
})
