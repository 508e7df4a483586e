import { describe, expect, it } from 'vitest'
import { errorCodeOf, refusalCodeOf, rpcErrorCodeOf } from './error-code.ts'
import { META } from './types.ts'

const text = (...texts: unknown[]) => ({ content: texts.map((one) => ({ type: 'text', text: one })) })
const LONGEST = `A${'B'.repeat(127)}`

describe('the error code of a failed result', () => {
  it.each<[string, object, string | undefined]>([
    ['structuredContent.error.code', { structuredContent: { error: { code: 'OURS' } } }, 'OURS'],
    ['structuredContent.code', { structuredContent: { code: 'OURS' } }, 'OURS'],
    ['_meta', { _meta: { [META.error]: { code: 'OURS' } } }, 'OURS'],
    ['its text', text('OURS: sold out'), 'OURS'],
    ['one letter', text('E: sold out'), 'E'],
    ['128 letters', text(`${LONGEST}: no`), LONGEST],
    ['129 letters', text(`${LONGEST}C: no`), undefined],
    ['the first text that says anything', text('', 'OURS: no'), 'OURS'],
    ['a later text', text('It broke.', 'OURS: no'), undefined],
    ['the text after a picture', { content: [{ type: 'image', data: 'A:' }, ...text('OURS: no').content] }, 'OURS'],
    ['the data of a picture', { content: [{ type: 'image', data: 'OURS: no' }] }, undefined],
    ['a text in lower case', text('ours: no'), undefined],
    ['a text with a space before the colon', text('OURS : no'), undefined],
    ['a text without a colon', text('OURS'), undefined],
    ['a text that is none', text(5), undefined],
    ['nothing', {}, undefined],
  ])('is read from %s', (_, result, code) => {
    expect(errorCodeOf(result)).toBe(code)
  })

  it('is the first that is one, in that order', () => {
    const _meta = { [META.error]: { code: 'META' } }
    const all = { ...text('TEXT: no'), _meta, structuredContent: { code: 'OUTER', error: { code: 'INNER' } } }
    expect(errorCodeOf(all)).toBe('INNER')
    expect(errorCodeOf({ ...all, structuredContent: { code: 'OUTER', error: { code: 404 } } })).toBe('OUTER')
    expect(errorCodeOf({ ...all, structuredContent: { code: 'not found' } })).toBe('META')
    expect(errorCodeOf({ ...all, structuredContent: ['OUTER'], _meta: null })).toBe('TEXT')
  })

  it('is a refusal where a host says so', () => {
    expect(refusalCodeOf({ _meta: { [META.error]: { code: 'TIMEOUT' } } })).toBe('TIMEOUT')
    expect(refusalCodeOf(text('TIMEOUT: late'))).toBeUndefined()
  })
})

it.each([
  [{ message: 'no', data: { code: 'OURS' } }, 'OURS'],
  [{ message: 'OURS: no' }, 'OURS'],
  [{ message: 'OURS: no', data: { code: 'THEIRS' } }, 'THEIRS'],
  [{ message: 'OURS: no', data: { code: 'not found' } }, 'OURS'],
  [{ message: 'it broke', data: 'OURS' }, undefined],
  [{}, undefined],
])('a JSON-RPC error %j carries %s', (error, code) => {
  expect(rpcErrorCodeOf(error)).toBe(code)
})
