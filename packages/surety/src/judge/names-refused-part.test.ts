import { expect, test } from 'vitest'
import { namesRefusedPart } from './names-refused-part.ts'

test.each([
  'Whoops: the name parameter is required',
  'name missing',
  'I need more: name is not a text',
  'Hm. "name" must be a string',
  'Expected a string for name',
  'This wants you to provide a name.',
  'Not a valid name',
  'greet: name: Required',
])('%j refuses /name', (text) => {
  expect(namesRefusedPart(text, '/name')).toBe(true)
  expect(namesRefusedPart(text, '/people/0/name')).toBe(true)
})

test.each([
  'Hello undefined',
  'Hello, your name is undefined',
  'Hello null, what a nice name!',
  '{"name":null,"greeting":"Hello null"}',
  'name: 7',
  'The nickname is required',
  'Your name is Bob',
  `${'word '.repeat(80)}name is required`,
])('%j does not refuse /name', (text) => {
  expect(namesRefusedPart(text, '/name')).toBe(false)
})

test('the whole input has no name', () => {
  expect(namesRefusedPart('is required', '')).toBe(false)
})
