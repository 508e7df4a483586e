import { expect, it } from 'vitest'
import { readMessage } from './read-message.ts'

const REQUEST = { jsonrpc: '2.0', id: 7, method: 'tools/call' }

it.each<[string, unknown, number | string | null]>([
  ['a text', 'hello', null],
  ['null', null, null],
  ['an object that says nothing', {}, null],
  ['no version', { id: 7, method: 'ping' }, 7],
  ['another version', { ...REQUEST, jsonrpc: '1.0' }, 7],
  ['an id that is null', { ...REQUEST, id: null }, null],
  ['an id that is a fraction', { ...REQUEST, id: 1.5 }, null],
  ['an id that no number holds exactly', { ...REQUEST, id: 2 ** 53 }, null],
  ['an id that is an object', { ...REQUEST, id: {} }, null],
  ['a method that is a number', { ...REQUEST, method: 5 }, null],
  ['params that are a list', { ...REQUEST, params: [1] }, 7],
  ['params that are null', { ...REQUEST, params: null }, 7],
  ['neither method nor result', { jsonrpc: '2.0', id: 7 }, null],
  ['Method', { ...REQUEST, Method: 'other' }, 7],
  ['PARAMS', { ...REQUEST, PARAMS: {} }, 7],
  ['ID', { ...REQUEST, ID: 8 }, 7],
  ['Jsonrpc instead of jsonrpc', { Jsonrpc: '2.0', id: 7, method: 'ping' }, 7],
  ['a long s in params', { ...REQUEST, 'param\u017F': {} }, 7],
  ['Name', { ...REQUEST, params: { name: 'a', Name: 'b' } }, 7],
  ['ARGUMENTS', { ...REQUEST, params: { name: 'a', ARGUMENTS: {} } }, 7],
  ['_Meta', { ...REQUEST, params: { _Meta: {} } }, 7],
  ['clientinfo', { ...REQUEST, params: { clientinfo: {} } }, 7],
  ['progresstoken', { ...REQUEST, params: { _meta: { progresstoken: 1 } } }, 7],
  ['Surety.dev/approvalId', { ...REQUEST, params: { _meta: { 'Surety.dev/approvalId': 'a' } } }, 7],
])('%s is no message', (_, value, id) => {
  expect(readMessage(value)).toMatchObject({ ok: false, id, error: { code: -32_600 } })
})

it.each<[string, object, object]>([
  ['a request', { ...REQUEST, params: { name: 'a' } }, { kind: 'request', id: 7, params: { name: 'a' } }],
  ['a request without params', REQUEST, { kind: 'request', params: {} }],
  ['an id that is a text', { ...REQUEST, id: '' }, { kind: 'request', id: '' }],
  ['an id below zero', { ...REQUEST, id: -1 }, { kind: 'request', id: -1 }],
  ['a notification', { jsonrpc: '2.0', method: 'a' }, { kind: 'notification', method: 'a' }],
  ['a reply', { jsonrpc: '2.0', id: 'q', result: { a: 1 } }, { kind: 'reply', id: 'q', result: { a: 1 } }],
  ['an error as a reply', { jsonrpc: '2.0', id: 'q', error: {} }, { kind: 'reply', id: 'q', result: undefined }],
  ['unknown keys', { ...REQUEST, extra: 1 }, { kind: 'request' }],
  [
    'arguments with keys of their own',
    { ...REQUEST, params: { arguments: { Name: 1, name: 2 } } },
    { kind: 'request' },
  ],
])('%s is one', (_, value, message) => {
  expect(readMessage(value)).toMatchObject({ ok: true, message })
})
