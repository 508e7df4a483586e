import { declare } from '@surety/tool-contracts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readAnswer } from '../packages/tool-contracts/src/mcp/answer.ts'
import { outputOf } from '../packages/surety/src/run/output.ts'

const says = (...texts: readonly string[]) => texts.map((text) => ({ type: 'text', text }))
const SCHEMAS = { anything: z.unknown(), text: z.string(), number: z.number(), object: z.object({ a: z.number() }) }

it.each(
  Object.entries(SCHEMAS).flatMap(([name, schema]) =>
    [
      { content: says('{"a":1}') },
      { content: says('{"a":', '1}') },
      { content: says('42') },
      { content: says('null') },
      { content: says('prose, and more ', 'of it') },
      { content: says() },
      { content: [{ type: 'image', data: 'AAAA' }, ...says('7')] },
      { content: [{ type: 'resource', resource: { uri: 'a:b', text: '7' } }] },
      { content: says('42'), structuredContent: { a: 2 } },
      { content: says('42'), structuredContent: null },
    ].map((answer) => ({ name, schema, answer })),
  ),
)('the test run and the guard read an answer alike: $name from $answer', ({ schema, answer }) => {
  const contract = declare({
    toolName: 't',
    description: 'T.',
    inputSchema: z.object({}),
    outputSchema: schema,
    capabilities: ['READ'],
  })
  const { structuredContent, content } = { structuredContent: undefined, ...answer }
  const read = outputOf({ content, structuredContent }, (output) => schema.safeParse(output).success)
  expect(read).toEqual(readAnswer(answer, contract).output)
})
