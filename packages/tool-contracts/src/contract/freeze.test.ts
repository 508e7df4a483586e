import { expect, test } from 'vitest'
import { deepFreeze } from './freeze.ts'

test('everything inside a value is frozen, and the value is the same one', () => {
  const value = { a: [{ b: { c: 1 } }], n: null, d: new Date(0), bytes: new Uint8Array(1) }
  expect(deepFreeze(value)).toBe(value)
  for (const part of [value, value.a, value.a[0], value.a[0]?.b, value.d]) expect(Object.isFrozen(part)).toBe(true)
  for (const plain of [1, 'x', null, undefined, true]) expect(deepFreeze(plain)).toBe(plain)
})

test('what is inherited is left alone', () => {
  const shared = { list: [] as number[] }
  deepFreeze(Object.create(shared))
  expect(Object.isFrozen(shared.list)).toBe(false)
})

test('also what lies deeper than anyone would nest by hand', () => {
  const innermost = { n: 1 }
  let value: unknown = innermost
  for (let depth = 0; depth < 500; depth++) value = { value }
  deepFreeze(value)
  expect(Object.isFrozen(innermost)).toBe(true)
})

test('a value that contains itself is frozen', () => {
  const value: { self?: unknown; list: unknown[] } = { list: [] }
  value.self = value
  deepFreeze(value)
  expect([value, value.list].every(Object.isFrozen)).toBe(true)
})

test('a value that contains itself twice is read about once, not without end', () => {
  let reads = 0
  const target: Record<string, unknown> = {}
  const value = new Proxy(target, {
    ownKeys(own) {
      if (++reads > 10_000) throw new Error('read without end')
      return Reflect.ownKeys(own)
    },
  })
  Object.assign(target, { left: value, right: value })
  expect(() => deepFreeze(value)).not.toThrow()
})
