import { expect, it } from 'vitest'
import { compileSchema } from '../../author/schema/compile-schema.ts'
import { answerOf } from './answer.ts'
import type { Performed } from './perform.ts'

/** The answer to a call of a tool whose contract alone, or whose server too, says that its output has an `a`. */
function answered(reply: object, isListed = false): ReturnType<typeof answerOf> {
  const compiled = compileSchema({ type: 'object', required: ['a'] })
  if (!compiled.ok) throw new Error(compiled.reason)
  const { schema } = compiled
  const subject = { tool: 't', output: schema, listed: isListed ? { outputSchema: schema.jsonSchema } : {} }
  return answerOf({ subject, reply, stderr: '' } as unknown as Performed)
}
const result = (given: object): object => ({ kind: 'result', result: { content: [], ...given } })
const text = (said: string) => [{ type: 'text', text: said }]

it.each([
  ['an error with null for structured content', { isError: true, structuredContent: null, content: text('no') }, 0],
  ['an error whose structured content does not fit', { isError: true, structuredContent: {} }, 1],
  ['null beside a text that fits', { structuredContent: null, content: text('{"a":1}') }, 0],
  ['a text that does not fit', { content: text('prose') }, 1],
])('%s has %s issues, whoever gives the schema', (_, said, issues) => {
  expect(answered(result(said))).toHaveProperty('schemaIssues.length', issues)
  expect(answered(result(said), true)).toHaveProperty('schemaIssues.length', issues)
})

it('no text stands in for the structured content that the server itself promises', () => {
  expect(answered(result({ content: text('{"a":1}') }))).toMatchObject({ schemaIssues: [] })
  expect(answered(result({ content: text('{"a":1}') }), true)).toMatchObject({
    schemaIssues: [{ message: expect.stringContaining('missing') }],
  })
})

it('a refusal by a host in the server is told from an error of its tool', () => {
  const _meta = { 'surety.dev/error': { code: 'TIMEOUT' } }
  expect(answered(result({ isError: true, content: text('TIMEOUT: late'), _meta }))).toMatchObject({
    errorCode: 'TIMEOUT',
    refusedByHost: true,
  })
  expect(answered(result({ isError: true, content: text('TIMEOUT: late') }))).not.toHaveProperty('refusedByHost')
  expect(answered(result({ isError: true, structuredContent: { code: 'OURS' }, _meta }))).not.toHaveProperty(
    'refusedByHost',
  )
})

it('the code of a JSON-RPC error is in its data or its message', () => {
  const error = { kind: 'error', code: -32000, message: 'OURS: no', data: undefined }
  expect(answered(error)).toMatchObject({ errorCode: 'OURS' })
  expect(answered({ ...error, data: { code: 'THEIRS' } })).toMatchObject({ errorCode: 'THEIRS' })
})
