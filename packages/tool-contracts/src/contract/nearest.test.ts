import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CAPABILITIES } from './capabilities.ts'
import { nearest, suggestion } from './nearest.ts'

test.each([
  ['read', 'READ'],
  ['REED', 'READ'],
  ['WRITES', 'WRITE'],
  ['EXCUTE', 'EXECUTE'],
  ['CODE_EXECUTE', 'CODE_EXECUTION'],
  ['SCHEMA-MUTATION', 'SCHEMA_MUTATION'],
  ['CREATE', 'CREATE'],
  ['RAED', 'READ'],
  ['WRTIE', 'WRITE'],
  ['DLEEET', 'DELETE'],
  ['EDIT', undefined],
  ['', undefined],
  ['FLY', undefined],
  ['R', undefined],
  ['x'.repeat(100_000), undefined],
])('nearest to %j is %j', (name, best) => {
  expect(nearest(name, CAPABILITIES)).toBe(best)
  expect(suggestion(name, CAPABILITIES)).toBe(best === undefined ? '' : ` Did you mean '${best}'?`)
})

test('among equals the first wins, and without candidates there is none', () => {
  expect(nearest('bat', ['cat', 'hat'])).toBe('cat')
  expect(nearest('bat', [])).toBeUndefined()
})

test('a name with one letter left out is nearest to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CAPABILITIES), fc.nat(), (name, place) => {
      const at = place % name.length
      expect(nearest(name.slice(0, at) + name.slice(at + 1), CAPABILITIES)).toBe(name)
    }),
  )
})
