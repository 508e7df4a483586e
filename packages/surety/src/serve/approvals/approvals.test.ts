import { createHash } from 'node:crypto'
import { META } from '@surety/tool-contracts/mcp'
import { describe, expect, it } from 'vitest'
import { MODERN, at, lab, modernPost, serving } from '../lab.test-data.ts'
import { memoryStore } from '../memory-store.test-data.ts'
import type { ServedCall } from '../served.ts'
import { readState, writeState } from './request-state.ts'

const PAY = { name: 'pay', arguments: { to: 'bob', amount: 5 } }
const ELICITS = { _meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } } }
const YES = { inputResponses: { approval: { action: 'accept', content: { approve: true } } } }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const token = (id: string) => ({ id, role: 'x', sha256: createHash('sha256').update(id).digest('hex') })

async function approving(operatorOnly: readonly string[] = []) {
  const store = memoryStore()
  const host = lab({ journal: store.journal, approver: store.approver })
  const { url } = await serving(host, {
    store,
    approvals: { by: 'caller', operatorOnly, expires: '5m' },
    tokens: [token('ada'), token('bob')],
  })
  const call = async (params: object, who = 'ada', capabilities: object = ELICITS): Promise<unknown> => {
    const response = await fetch(url, modernPost('tools/call', { ...PAY, ...params, ...capabilities }, bearer(who)))
    return response.json()
  }
  return { store, call }
}

describe('where callers approve', () => {
  it('the question is a result that asks, and the answer is the same request with it', async () => {
    const { store, call } = await approving()
    const answer = await call({})
    expect(at(answer, 'result')).toMatchObject({
      resultType: 'input_required',
      requestState: expect.stringMatching(/^surety1\./),
      inputRequests: {
        approval: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            requestedSchema: {
              properties: { approve: { type: 'boolean' }, reason: { type: 'string' } },
              required: ['approve'],
            },
          },
        },
      },
    })
    expect(await store.approvals.list()).toMatchObject([{ principal: 'ada', status: 'pending' }])
    const done = await call({ ...YES, requestState: at(answer, 'result', 'requestState') })
    expect(done).toMatchObject({ result: { resultType: 'complete', structuredContent: { paid: 5 } } })
    expect(await store.approvals.list({ all: true })).toMatchObject([{ status: 'spent', resolvedBy: 'ada' }])
    // The answer belongs to the trace of the question.
    expect(at(done, 'result', '_meta', META.traceId)).toBe(at(answer, 'result', '_meta', META.traceId))
    // It was good once.
    expect(await call({ ...YES, requestState: at(answer, 'result', 'requestState') })).toMatchObject({
      result: { resultType: 'input_required' },
    })
  })

  it('an answer that is none is asked for again', async () => {
    const { call } = await approving()
    const answer = await call({})
    for (const inputResponses of [
      undefined,
      {},
      { approval: {} },
      { approval: { action: 'accept', content: { approve: 'yes' } } },
    ])
      expect(await call({ inputResponses, requestState: at(answer, 'result', 'requestState') })).toMatchObject({
        result: { resultType: 'input_required' },
      })
  })

  it('nobody approves for another, with other arguments, another tool or a state of their own making', async () => {
    const { store, call } = await approving()
    const answer = await call({})
    const requestState = String(at(answer, 'result', 'requestState'))
    const [approval] = await store.approvals.list()
    const forged = writeState(
      { approvalId: String(approval?.id), traceId: undefined },
      { principal: 'bob', name: 'pay' },
      'x'.repeat(32),
    )
    for (const [state, who] of [
      [requestState, 'bob'],
      [forged, 'bob'],
      [forged, 'ada'],
      [`${requestState}x`, 'ada'],
      ['surety1.', 'ada'],
    ])
      expect(await call({ ...YES, requestState: state }, who)).toMatchObject({ error: { code: -32_602 } })
    expect(await call({ ...YES, requestState, name: 'echo', arguments: { text: 'a' } })).toMatchObject({
      error: { code: -32_602 },
    })
    const other = await call({ ...YES, requestState, arguments: { to: 'eve', amount: 500 } })
    expect(other).not.toMatchObject({ result: { structuredContent: {} } })
    expect(await store.approvals.find(String(approval?.id))).toMatchObject({ principal: 'ada' })
    // With an id alone nobody approves anything.
    const _meta = { ...MODERN, ...ELICITS._meta, [META.approvalId]: approval?.id }
    const tried = await call({}, 'bob', { ...YES, _meta })
    expect(tried).not.toMatchObject({ result: { structuredContent: {} } })
  })

  it('a client that cannot ask gets the refusal, and may come again once an operator said yes', async () => {
    const { store, call } = await approving()
    const answer = await call({}, 'ada', {})
    const details = at(answer, 'result', '_meta', META.error, 'details')
    const approvalId = String(at(details, 'approvalId'))
    expect(Date.parse(String(at(details, 'expiresAt'))) - Date.now()).toBeLessThanOrEqual(300_000)
    await store.approvals.resolve(approvalId, { decision: 'approved', by: 'operator' })
    expect(await call({}, 'ada', { _meta: { [META.approvalId]: approvalId } })).toMatchObject({
      result: { structuredContent: { paid: 5 } },
    })
  })

  it('a tool that only operators approve asks no caller, and takes no answer from one', async () => {
    const { store, call } = await approving(['pay'])
    const state = async (approvalId: string): Promise<string> =>
      writeState({ approvalId, traceId: undefined }, { principal: 'ada', name: 'pay' }, await store.journal.hashKey())
    const refused = { result: { isError: true, _meta: { [META.error]: { code: 'APPROVAL_REQUIRED' } } } }
    expect(await call({})).toMatchObject(refused)
    const [approval] = await store.approvals.list()
    const answered = await call({ ...YES, requestState: await state(String(approval?.id)) })
    expect(answered).toMatchObject(refused)
    expect(await store.approvals.list()).toMatchObject([{ status: 'pending' }])
    await store.approvals.resolve(String(approval?.id), { decision: 'approved', by: 'operator' })
    expect(await call({})).toMatchObject({ result: { structuredContent: { paid: 5 } } })
  })

  it('one that only opens web pages cannot ask', async () => {
    const { call } = await approving()
    const capabilities = { _meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } } } }
    expect(await call({}, 'ada', capabilities)).toMatchObject({ result: { isError: true } })
  })

  it('whoever decided first has decided', async () => {
    const { store, call } = await approving()
    const answer = await call({})
    const [approval] = await store.approvals.list()
    await store.approvals.resolve(String(approval?.id), { decision: 'denied', by: 'operator', reason: 'no' })
    expect(await call({ ...YES, requestState: at(answer, 'result', 'requestState') })).toMatchObject({
      result: { _meta: { [META.error]: { code: 'APPROVAL_DENIED' } } },
    })
  })
})

it('a question of the tool itself is the tool’s: its answer and its state go there', async () => {
  const asked: unknown[] = []
  const { url } = await serving({
    list: () => [],
    call: ({ inputResponses, requestState }: ServedCall) => {
      asked.push({ inputResponses, requestState })
      return { resultType: 'input_required', inputRequests: {}, requestState: 'theirs' }
    },
  })
  const reply = { inputResponses: { q: { action: 'accept' } }, requestState: 'theirs' }
  const first = await (await fetch(url, modernPost('tools/call', PAY))).json()
  expect(first).toMatchObject({ result: { resultType: 'input_required', requestState: 'theirs' } })
  await fetch(url, modernPost('tools/call', { ...PAY, ...reply }))
  expect(asked).toEqual([{}, reply])
})

it('a state is read only by whom it was given to', () => {
  const [ada, key] = [{ principal: 'ada', name: 'pay' }, 'k'.repeat(32)]
  const state = writeState({ approvalId: 'a', traceId: 't' }, ada, key)
  expect(readState(state, ada, key)).toEqual({ approvalId: 'a', traceId: 't' })
  expect(readState(state, { ...ada, principal: 'bob' }, key)).toBeUndefined()
  expect(readState(state, { ...ada, name: 'echo' }, key)).toBeUndefined()
  expect(readState(state, ada, 'l'.repeat(32))).toBeUndefined()
})
