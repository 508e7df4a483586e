import { expect, it } from 'vitest'
import { readContract } from '../../author/read-contract.ts'
import { loadConfig } from '../../author/config/load-config.ts'
import { planSubjects } from './plan-subjects.ts'
import type { Subject } from './subject.ts'

const INPUT = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const OUTPUT = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
const { check } = loadConfig('/nonexistent', { variables: {} }).config

/** What is planned for a tool whose contract has these keys, each on line 4 or after. */
async function planned(more: string, determinismRuns = 1, contained = true): Promise<Subject> {
  const read = readContract(`version: 1\ntool: t\ncontract: { input_schema: In }\n${more}\n`, {
    path: '/t.yaml',
    file: 't.yaml',
  })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const unsaid = { title: undefined, description: undefined, annotations: undefined }
  const listed = { name: 't', inputSchema: INPUT, outputSchema: OUTPUT, ...unsaid, raw: {} }
  const planning = {
    contained,
    explore: false,
    anyContract: true,
    seed: 1,
    determinismRuns,
    input: undefined,
    network: [],
  }
  const [subject] = await planSubjects([listed], [read.contract], check, { ...planning, nextId: () => 1 })
  if (subject === undefined) throw new Error('nothing was planned')
  return subject
}

const baseInputs = ({ plan }: Subject): readonly unknown[] =>
  plan.calls.filter(({ base }) => base === undefined).map(({ input }) => input)

const FITS = '{ name: fits, input: { id: a } }'
it.each([
  ['a test of its own', `tests: [${FITS}]`, []],
  ['one that expects the error', `tests: [{ name: one, input: { id: 1 }, expect: { error: BAD } }]`, []],
  [
    'an input that does not fit',
    `tests: [{ name: one, input: { id: 1 } }, ${FITS}]`,
    [[4, "'tests[0].input' does not fit its schema: 'id' must be text, but is 1."]],
  ],
  [
    'an example that does not fit',
    `examples: [{ input: { id: 1 } }]`,
    [[4, "'examples[0].input' does not fit its schema: 'id' must be text, but is 1."]],
  ],
  [
    'an output that does not fit',
    `examples: [{ input: { id: a }, output: { n: x } }]`,
    [[4, `'examples[0].output' does not fit its schema: 'n' must be an integer, but is "x".`]],
  ],
  [
    'a broken precondition',
    `tests: [${FITS}]\npreconditions: [{ description: long, error_code: SHORT, check: 'size(input.id) > 3' }]`,
    [[4, "The test 'fits' breaks a precondition of its own contract."]],
  ],
])('a test is held to its own contract: %s', async (_, more, problems) => {
  const { contradicted } = await planned(more)
  expect([...contradicted.values()].map(({ line, message }) => [line, message])).toEqual(problems)
})

it('a test that contradicts its contract is not run, and nothing else in its place', async () => {
  expect(baseInputs(await planned(`tests: [{ name: one, input: { id: 1 } }, ${FITS}]`))).toEqual([{ id: 'a' }])
  const { plan } = await planned('tests: [{ name: one, input: { id: 1 } }]')
  expect(plan).toEqual({
    calls: [],
    notCalled: 'Its tests contradict its contract.',
    mayCallOnlyOnce: false,
    invalidInputsNotTried: undefined,
  })
})

it('the examples are called as well as the tests', async () => {
  expect(baseInputs(await planned(`tests: [${FITS}]\nexamples: [{ input: { id: b } }]`))).toEqual([
    { id: 'a' },
    { id: 'b' },
  ])
})

it('where nothing contains the tool, its tests alone are called, and wrong inputs are not checked', async () => {
  const { plan } = await planned(`tests: [${FITS}]\nguarantees: { side_effects: filesystem }`, 3, false)
  expect(plan.calls.map(({ purpose }) => purpose)).toEqual(['test'])
  expect(plan.invalidInputsNotTried).toContain('no wrong values were tried')
})

it('a test that expects an error is repeated, and not varied', async () => {
  const { plan } = await planned('tests: [{ name: one, input: { id: z }, expect: { error: NONE } }]', 3)
  expect(plan.calls.map(({ purpose }) => purpose)).toEqual(['test', 'repeat'])
})
