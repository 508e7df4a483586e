import { expect, it } from 'vitest'
import { outputOf, textsIn } from './output-of.ts'

const says = (...texts: readonly string[]) => texts.map((text) => ({ type: 'text', text }))
const WISHES = {
  anything: () => true,
  nothing: () => false,
  text: (output: unknown) => typeof output === 'string',
  data: (output: unknown) => typeof output !== 'string',
}

it.each<[object, Readonly<Record<keyof typeof WISHES, unknown>>]>([
  [{ content: says('{"a":', '1}') }, { anything: { a: 1 }, nothing: { a: 1 }, text: '{"a":1}', data: { a: 1 } }],
  [{ content: says('42') }, { anything: 42, nothing: 42, text: '42', data: 42 }],
  [{ content: says('null') }, { anything: null, nothing: null, text: 'null', data: null }],
  [{ content: says('pro', 'se') }, { anything: 'prose', nothing: 'prose', text: 'prose', data: 'prose' }],
  [{ content: says() }, { anything: '', nothing: '', text: '', data: '' }],
  [{ content: [{ type: 'image', data: '5' }, ...says('7')] }, { anything: 7, nothing: 7, text: '7', data: 7 }],
  [{ content: [{ type: 'resource', resource: { text: '7' } }] }, { anything: '', nothing: '', text: '', data: '' }],
  [{ content: '7' }, { anything: '', nothing: '', text: '', data: '' }],
  [
    { content: says('4'), structuredContent: [2] },
    { anything: [2], nothing: [2], text: [2], data: [2] },
  ],
  [
    { content: says('4'), structuredContent: null },
    { anything: 4, nothing: 4, text: '4', data: 4 },
  ],
])('%j is read as what is wanted, else as data', (result, outputs) => {
  for (const [wish, output] of Object.entries(outputs))
    expect(outputOf(result, WISHES[wish as keyof typeof WISHES])).toEqual(output)
})

it('only text blocks have text', () => {
  const content = [...says('a', ''), { type: 'text', text: 5 }, { type: 'odd', text: 'b' }, null, 'c']
  expect(textsIn({ content })).toEqual(['a', ''])
})
