import { describe, expect, it } from 'vitest'
import { callRequestOf } from './request.ts'
import { META } from './types.ts'

const request = {
  method: 'tools/call',
  params: { name: 'pay', arguments: { a: 1 }, _meta: { [META.idempotencyKey]: 'k', [META.approvalId]: 'a-1' } },
}

/** What a verifier of access tokens gives for a user of the client `c`. */
const user = (claims: Record<string, unknown>) => ({ token: 't', clientId: 'c', scopes: [], extra: claims })

describe('a request', () => {
  it.each<[string, object, { principal?: string }, string, string | undefined]>([
    ['on stdio is local', {}, {}, 'local', 'k'],
    [
      'of a user of a client (SDK 1) belongs to the user',
      { authInfo: user({ sub: 'u' }), requestInfo: {} },
      {},
      'u',
      'k',
    ],
    ['of a user of a client (SDK 2) belongs to the user', { http: { authInfo: user({ sub: 'u' }) } }, {}, 'u', 'k'],
    ['of a user known by another claim belongs to the user', { authInfo: user({ userId: 'u' }) }, {}, 'u', 'k'],
    ['of a user known by a number belongs to the user', { authInfo: user({ user_id: 7 }) }, {}, '7', 'k'],
    [
      'of a subject beside the client belongs to the subject',
      { authInfo: { ...user({}), subject: 'u' } },
      {},
      'u',
      'k',
    ],
    ['of a user in a session belongs to the user', { authInfo: user({ sub: 'u' }), sessionId: 's' }, {}, 'u', 'k'],
    [
      'of a user of one of several issuers names the issuer',
      { authInfo: user({ iss: 'https://a.example', sub: 'u' }) },
      {},
      'https://a.example#u',
      'k',
    ],
    ['of a client without a user (SDK 1) is its own', { authInfo: user({}), requestInfo: {} }, {}, 'c', 'k'],
    ['of a client without a user (SDK 2) is its own', { http: { authInfo: user({ sub: '' }) } }, {}, 'c', 'k'],
    ['of a client with an odd token is its own', { authInfo: { clientId: 'c', extra: 'u' } }, {}, 'c', 'k'],
    ['of a session is its own', { sessionId: 's', requestInfo: {} }, {}, 's', 'k'],
    ['of a named caller is its own', { requestInfo: {} }, { principal: 'ann' }, 'ann', 'k'],
    ['of a stranger over HTTP (SDK 1) has no key to share', { requestInfo: {} }, {}, 'local', undefined],
    ['of a stranger over HTTP (SDK 2) has no key to share', { http: {} }, {}, 'local', undefined],
  ])('%s', (_, extra, caller, principal, idempotencyKey) => {
    expect(callRequestOf(request, extra, caller, 'step')).toMatchObject({
      principal,
      idempotencyKey,
      approvalId: 'a-1',
    })
  })

  it('heeds the signal of either SDK, and a traceparent only if it is one', () => {
    const { signal } = new AbortController()
    expect(callRequestOf(request, { signal }, {}, 'step').signal).toBe(signal)
    expect(callRequestOf(request, { mcpReq: { signal } }, {}, 'step').signal).toBe(signal)
    const traced = (traceparent: unknown) =>
      callRequestOf({ method: 'tools/call', params: { name: 'pay', _meta: { traceparent } } }, {}, {}, 'step').traceId
    expect(traced('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')).toBe('0af7651916cd43dd8448eb211c80319c')
    expect([traced('nonsense'), traced(5), traced(undefined)]).toEqual(['step', 'step', 'step'])
  })

  it('takes only text for the name of a tool', () => {
    expect(callRequestOf({ method: 'tools/call', params: { name: ['pay'] } }, {}, {}, 'step').toolName).toBe('')
  })
})
