import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '@surety/tool-contracts/tools'
import { contentBytes, jsonBytes, textBytes } from './answer-bytes.ts'

test('a value takes as many bytes as its compact JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: Json = JSON.parse(text)
      expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)))
    }),
  )
  expect(jsonBytes(undefined)).toBe(0)
})

test('depth does not matter', () => {
  let deep: Json = null
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  expect(jsonBytes(deep)).toBe(200_004)
})

test.each<[string, readonly Json[], number]>([
  ['text', [{ type: 'text', text: 'héllo' }], 6],
  ['data', [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }], 4],
  ['resources', [{ type: 'resource', resource: { uri: 'a', text: 'abc', mimeType: 'text/plain' } }], 4],
  ['resources of bytes', [{ type: 'resource', resource: { uri: 'a', blob: 'AAAA' } }], 5],
  ['links', [{ type: 'resource_link', uri: 'file:///a', name: 'a', description: 'b', size: 7 }], 11],
  ['what is for the client', [{ type: 'text', text: 'x', annotations: { audience: ['user'] }, _meta: { a: 'b' } }], 1],
  ['pictures of a link', [{ type: 'resource_link', uri: 'a', icons: [{ src: 'data:image/png;base64,AAAA' }] }], 1],
  ['blocks that are none', [null, 7, 'x', [], { text: 7 }], 0],
])('%s', (_, content, bytes) => {
  expect(contentBytes(content)).toBe(bytes)
})

test.each<[string, readonly Json[], number]>([
  ['texts', [{ type: 'text', text: 'héllo' }], 6],
  ['texts of resources', [{ type: 'resource', resource: { uri: 'a', text: 'abc' } }], 4],
  ['no picture', [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], 0],
  ['no sound', [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }], 0],
  ['no blob', [{ type: 'resource', resource: { uri: 'a', blob: 'AAAA' } }], 1],
])('of text there are %s', (_, content, bytes) => {
  expect(textBytes(content)).toBe(bytes)
})
