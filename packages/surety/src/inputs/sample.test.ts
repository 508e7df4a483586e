import { expect, test } from 'vitest'
import { arbitraryOf, type Inputs } from './arbitrary.ts'
import { sampleInputs } from './sample.ts'

function inputsOf(schema: object): Inputs {
  const inputs = arbitraryOf(schema)
  if (!inputs.ok) throw new Error(inputs.reason)
  return inputs
}

const search = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    limit: { type: 'integer', minimum: 1, default: 10 },
    exact: { type: 'boolean' },
  },
  required: ['query'],
}

test('an ordinary input comes first, then the small end of everything, then the large end', () => {
  expect(sampleInputs(inputsOf(search), { seed: 1, count: 3 })).toEqual([
    { query: 'text' },
    { query: '', limit: 1, exact: false },
    { query: 'text'.repeat(250), limit: 999_998, exact: true },
  ])
})

test('then one with everything, the other boundaries, and only then chance', () => {
  const sampled = sampleInputs(inputsOf(search), { seed: 1, count: 7 })
  expect(sampled.slice(3)).toEqual([
    { query: 'text', limit: 10, exact: true },
    { query: ' \t\n', limit: 2 ** 31, exact: true },
    { query: `'"\`\\`, limit: 10, exact: true },
    { query: '😀𝒳', limit: 10, exact: true },
  ])
})

test('a seed gives the same inputs again, another seed others', () => {
  const first = sampleInputs(inputsOf(search), { seed: 1, count: 10 })
  expect(sampleInputs(inputsOf(search), { seed: 1, count: 10 })).toEqual(first)
  expect(sampleInputs(inputsOf(search), { seed: 2, count: 10 })).not.toEqual(first)
})

test('no input comes twice, even where that leaves fewer', () => {
  const texts = sampleInputs(inputsOf(search), { seed: 1, count: 30 }).map((input) => JSON.stringify(input))
  expect(new Set(texts).size).toBe(30)
  expect(sampleInputs(inputsOf({ type: 'object', additionalProperties: false }), { seed: 1, count: 5 })).toEqual([{}])
})
