import { expect, it } from 'vitest'
import { readContract } from '../author/read-contract.ts'
import { loadConfig } from '../author/load-config.ts'
import { planSubjects } from './plan-subjects.ts'

const INPUT = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const { check } = loadConfig('/nonexistent', { variables: {} }).config

async function problemsOf(tests: string) {
  const read = readContract(`version: 1\ntool: t\ncontract: { input_schema: In }\ntests: [${tests}]\n`, {
    path: '/t.yaml',
    file: 't.yaml',
  })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const unsaid = { title: undefined, description: undefined, outputSchema: undefined, annotations: undefined }
  const listed = { name: 't', inputSchema: INPUT, ...unsaid, raw: {} }
  const planning = { contained: true, explore: false, anyContract: true, seed: 1, determinismRuns: 1, input: undefined }
  const [subject] = await planSubjects([listed], [read.contract], check, { ...planning, nextId: () => 1 })
  return subject?.problems.map(({ line, message }) => [line, message])
}

it.each([
  ['{ name: one, input: { id: a } }', []],
  ['{ name: one, input: { id: 1 }, expect: { error: BAD } }', []],
  ['{ name: one, input: { id: 1 } }', [[4, "'tests[0].input' does not fit its schema: 'id' must be text, but is 1."]]],
])('the input of a test is held to its schema, unless it expects the error: %s', async (tests, problems) => {
  expect(await problemsOf(tests)).toEqual(problems)
})
