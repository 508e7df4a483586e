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

test('the first input has only what is required, the second everything', () => {
  const sampled = sampleInputs(inputsOf(search), { seed: 1, count: 5 })
  expect(sampled.slice(0, 2)).toEqual([{ query: 'text' }, { query: 'text', limit: 10, exact: true }])
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
