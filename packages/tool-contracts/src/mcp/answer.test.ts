import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { declare } from '../contract/declare.ts'
import { failedAnswer, readAnswer } from './answer.ts'
import { META } from './types.ts'

const base = {
  toolName: 't',
  description: 'T.',
  inputSchema: z.object({}),
  outputSchema: z.unknown(),
  capabilities: ['READ'] as const,
}
const silent = declare({ ...base })
const listing = declare({ ...base, errorCodes: [{ code: 'OURS', description: 'Ours.' }] })
const text = (...texts: string[]) => ({ content: texts.map((one) => ({ type: 'text', text: one })) })

describe("a server's answer", () => {
  it.each<[string, unknown, unknown, number | undefined]>([
    ['structured content', { ...text('x'), structuredContent: { a: 1 } }, { a: 1 }, 1],
    ['JSON as text', text('{"a":1}'), { a: 1 }, 7],
    ['plain text', text('hello ', 'wörld'), 'hello wörld', 12],
    ['an image', { content: [{ type: 'image', data: 'AAAA' }] }, '', 4],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: 'four' } }] }, '', 4 + 13],
    ['odd blocks', { content: ['x', null, { type: 'odd' }] }, '', 3 + 4 + 14],
    ['a text that is none', { content: [{ type: 'text', text: 5 }] }, '', 0],
    ['content that is no list', { content: 'hello' }, '', 0],
    ['no content', {}, '', 0],
    ['fields of its own', { ...text('x'), own: 1 }, 'x', 1 + 9],
    ['_meta, but for what only Surety says', { ...text('x'), _meta: { [META.error]: 'y', own: 1 } }, 'x', 1 + 9],
    ['a request for more input', { resultType: 'input_required' }, undefined, undefined],
    ['an answer that only says it asks for more', { resultType: 'input_required', ...text('x') }, 'x', 1 + 31],
    ['a task', { task: { taskId: '1' } }, '', 23],
    ['nothing at all', undefined, undefined, undefined],
  ])('with %s is read as what it means, and all of it is counted', (_, answer, output, bytes) => {
    const produced = readAnswer(answer, silent)
    expect([produced.output, produced.bytes?.(output)]).toEqual([output, bytes])
  })

  it('is counted as it is delivered, the output in the place of all JSON in its text', () => {
    const { bytes } = readAnswer({ ...text('{}', 'and', '{}', '[1]'), structuredContent: {} }, silent)
    expect(bytes?.({ a: 'x'.repeat(100) })).toBe(108 + 3)
  })

  it('that is text is read as text where the contract expects text, and as JSON where it expects data', () => {
    const wordy = declare({ ...base, outputSchema: z.string() })
    const counting = declare({ ...base, outputSchema: z.number() })
    expect(readAnswer(text('42'), wordy).output).toBe('42')
    expect(readAnswer(text('42'), counting).output).toBe(42)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['structuredContent.error.code', { structuredContent: { error: { code: 'OURS' } } }, 'OURS'],
    ['structuredContent.code', { structuredContent: { code: 'OURS' } }, 'OURS'],
    ['_meta', { _meta: { [META.error]: { code: 'OURS' } } }, 'OURS'],
    ['text', text('OURS: sold out'), 'OURS'],
    ['a malformed code', { structuredContent: { code: 'not a code' } }, 'UPSTREAM_FAILED'],
    ['no code', text('it broke'), 'UPSTREAM_FAILED'],
  ])('that failed carries its code in %s', (_, answer, code) => {
    expect(failedAnswer(answer, listing)).toMatchObject({ code })
  })

  it('that failed keeps what it says, without repeating the code', () => {
    expect(failedAnswer(text('OURS: sold out'), listing).reason).toBe('sold out')
    expect(failedAnswer(text('sold', 'out'), listing).reason).toBe('sold\nout')
  })

  it('is held to declared codes only where the contract lists any', () => {
    expect(failedAnswer(text('THEIRS: no'), listing).code).toBe('THEIRS')
    expect(failedAnswer(text('THEIRS: no'), silent).code).toBe('UPSTREAM_FAILED')
    expect(failedAnswer(text('RESOURCE_NOT_FOUND: no'), silent).code).toBe('RESOURCE_NOT_FOUND')
  })
})
