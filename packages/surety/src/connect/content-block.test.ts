import { expect, it } from 'vitest'
import { blockFlaw } from './content-block.ts'

const RESOURCE = { uri: 'file:///a', text: '' }

it.each([
  [{ type: 'text', text: '' }],
  [{ type: 'image', data: '', mimeType: 'image/png' }],
  [{ type: 'audio', data: '', mimeType: 'audio/wav', annotations: {} }],
  [{ type: 'resource', resource: RESOURCE }],
  [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } }],
  [{ type: 'resource_link', uri: 'file:///a', name: 'a' }],
  [{ type: 'of-a-later-revision' }],
])('%j is a block of content', (block) => {
  expect(blockFlaw(block)).toBe(undefined)
})

it.each([
  [null, 'it is null; it must be an object.'],
  [5, 'it is a number; it must be an object.'],
  [[], 'it is a list; it must be an object.'],
  [{ text: 'x' }, 'its type is missing; it must be a text.'],
  [{ type: 'text' }, 'its text is missing; it must be a text.'],
  [{ type: 'text', text: 5 }, 'its text is a number; it must be a text.'],
  [{ type: 'image', data: '' }, 'its mimeType is missing; it must be a text.'],
  [{ type: 'resource_link', uri: 'a' }, 'its name is missing; it must be a text.'],
  [{ type: 'resource', ...RESOURCE }, 'its resource is missing; it must be an object.'],
  [{ type: 'resource', resource: { text: '' } }, "its resource's uri is missing; it must be a text."],
  [{ type: 'resource', resource: { uri: 'a' } }, 'its resource has neither text nor blob.'],
])('%j is none', (block, flaw) => {
  expect(blockFlaw(block)).toBe(flaw)
})
