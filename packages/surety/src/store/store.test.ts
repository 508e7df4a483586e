import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createToolHost } from '@surety/tool-contracts'
import { LABS, type Lab, hostOn, pay } from './engines.test-data.ts'
import { shownUrl } from './shown-url.ts'
import { type Store, type StoreOptions, openStore } from './store.ts'

describe.each(LABS)('a store on $engine', ({ start }) => {
  let lab: Lab
  const open: Store[] = []

  beforeAll(() => {
    lab = start()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()))
  })
  afterAll(() => lab.end())

  async function opened(url: string, options?: StoreOptions): Promise<Store> {
    const store = await openStore(url, options)
    open.push(store)
    return store
  }

  async function reopened(store: Store, url: string): Promise<Store> {
    open.splice(open.indexOf(store), 1)
    await store.close()
    return opened(url)
  }

  describe('as a journal', () => {
    it('keeps the steps of a trace, in the order the calls began, for its principal alone', async () => {
      const url = lab.fresh()
      const first = await opened(url)
      const host = hostOn(first)
      const caller = { traceId: 'a'.repeat(32), principal: 'ada' }
      await host.call('read', { q: 'one' }, caller)
      await host.call('write', { text: 'nested' }, caller)
      await host.call(String('write'), { text: 1 }, caller)
      const store = await reopened(first, url)
      const { steps } = await store.journal.steps(caller)
      expect(steps).toMatchObject([
        { toolName: 'read', index: 0, statusCode: 200, inputs: { q: 'one' }, outputs: { found: 'one' } },
        { toolName: 'write', index: 1, statusCode: 200 },
        { toolName: 'write', index: 3, statusCode: 400, code: 'INVALID_INPUT', stage: 'validate' },
      ])
      const all = await store.journal.steps({ ...caller, nested: true })
      expect(all.steps).toMatchObject([{ index: 0 }, { index: 1 }, { index: 2, parentStepId: steps[1]?.stepId }, {}])
      expect(await store.journal.steps({ ...caller, principal: 'eve' })).toEqual({ steps: [] })
      expect(await store.journal.trace(caller.traceId)).toHaveLength(4)
      expect(await store.journal.succeeded('ada', caller.traceId, 'write')).toBe(true)
      expect(await store.journal.succeeded('ada', caller.traceId, 'pay')).toBe(false)
    })

    it('gives a trace page by page, without the tools that are left out', async () => {
      const store = await opened(lab.fresh())
      const host = hostOn(store)
      const traceId = 'b'.repeat(32)
      for (let made = 0; made < 5; made += 1) await host.call('read', { q: String(made) }, { traceId })
      await host.call('write', { text: 'x' }, { traceId })
      const first = await store.journal.steps({ traceId, limit: 2 })
      const second = await store.journal.steps({ traceId, limit: 2, cursor: first.nextCursor ?? '' })
      const rest = await store.journal.steps({ traceId, limit: 2, cursor: second.nextCursor ?? '', without: ['write'] })
      expect([first, second, rest].map(({ steps }) => steps.map(({ index }) => index))).toEqual([[0, 1], [2, 3], [4]])
      expect(rest.nextCursor).toBeUndefined()
      expect(await store.journal.steps({ traceId, cursor: 'no number', limit: Number.NaN })).toMatchObject({
        steps: { length: 6 },
      })
    })

    it('gives no two steps of a trace the same place, whoever writes them', async () => {
      const url = lab.fresh()
      const stores = await Promise.all([opened(url), opened(url), opened(url)])
      const traceId = 'c'.repeat(32)
      await Promise.all(
        stores.flatMap((store) =>
          Array.from({ length: 20 }, (_, made) =>
            hostOn(store).call(made % 2 === 0 ? 'read' : 'write', made % 2 === 0 ? {} : { text: 'x' }, { traceId }),
          ),
        ),
      )
      for (const store of stores) await store.journal.steps({ traceId })
      const steps = await stores[0].journal.trace(traceId)
      expect(steps.map(({ index }) => index)).toEqual(Array.from({ length: 60 }, (_, index) => index))
      expect(await stores[0].audit.verify()).toMatchObject({ ok: true, steps: 60, writers: 3 })
    })

    it('has stored a call that changes something before it is answered, and how it began before it runs', async () => {
      const url = lab.fresh()
      const [writer, reader] = await Promise.all([opened(url), opened(url)])
      const { traceId } = await hostOn(writer).call('write', { text: 'x' })
      expect(await reader.journal.trace(traceId)).toHaveLength(1)
    })

    it('takes names and texts that no database likes', async () => {
      const store = await opened(lab.fresh())
      const caller = { traceId: 'a\0b\uD800', principal: 'p\0\uDC00' }
      await hostOn(store).call(String('re\0ad'), {}, caller)
      await hostOn(store).call('read', { q: '\0 \uD800 \u{1F600}' }, { ...caller, idempotencyKey: 'k\0' })
      const { steps } = await store.journal.steps(caller)
      expect(steps).toMatchObject([{ code: 'RESOURCE_NOT_FOUND' }, { inputs: { q: '\0 \uD800 \u{1F600}' } }])
      expect(await store.audit.verify()).toMatchObject({ ok: true, steps: 2 })
    })

    it('keeps an output that was too large for whoever made the call, until its step is forgotten', async () => {
      const store = await opened(lab.fresh())
      const outcome = await hostOn(store).call('write', { text: 'large' }, { principal: 'ada' })
      const uri = `surety://output/${outcome.stepId}`
      expect(outcome).toMatchObject({ error: { code: 'OUTPUT_TOO_LARGE', details: { uri } } })
      expect(await store.journal.withheld.read('ada', uri)).toBe(JSON.stringify({ written: 'x'.repeat(2000) }))
      expect(await store.journal.withheld.read('eve', uri)).toBeUndefined()
      expect(await store.journal.withheld.read('ada', 'file:///etc/passwd')).toBeUndefined()
    })
  })

  describe('with idempotency keys', () => {
    it('answers the same call alike, after a restart too, and without what is sensitive', async () => {
      const url = lab.fresh()
      const first = await opened(url)
      const caller = { idempotencyKey: 'k1', principal: 'ada' }
      const outcome = await hostOn(first).call('pay', { card: '4111-2222', amount: 5 }, caller)
      expect(outcome).toMatchObject({ value: { paid: 5, receipt: 'for 4111-2222' } })
      const store = await reopened(first, url)
      const again = await hostOn(store).call('pay', { card: '4111-2222', amount: 5 }, caller)
      expect(again).toMatchObject({ ok: true, value: { paid: 5, receipt: '[redacted]' } })
      const { steps } = await store.journal.steps({ traceId: again.traceId, principal: 'ada' })
      expect(steps).toMatchObject([{ replayOf: outcome.stepId }])
    })

    it('refuses the same key for other arguments, and gives other principals keys of their own', async () => {
      const host = hostOn(await opened(lab.fresh()))
      await host.call('write', { text: 'a' }, { idempotencyKey: 'k', principal: 'ada' })
      const other = await host.call('write', { text: 'b' }, { idempotencyKey: 'k', principal: 'ada' })
      expect(other).toMatchObject({ error: { code: 'CONFLICT', message: expect.stringContaining('another input') } })
      const eve = await host.call('write', { text: 'b' }, { idempotencyKey: 'k', principal: 'eve' })
      expect(eve).toMatchObject({ value: { written: 'b' } })
    })

    it('runs a call once, however many make it at once on however many replicas', async () => {
      const url = lab.fresh()
      const [one, other] = await Promise.all([opened(url), opened(url)])
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, made) =>
          hostOn(made % 2 === 0 ? one : other).call(
            'write',
            { text: 'once' },
            { idempotencyKey: 'k', principal: 'ada' },
          ),
        ),
      )
      const ran = outcomes.filter((outcome) => outcome.ok)
      const refused = outcomes.filter((outcome) => !outcome.ok && outcome.error.code !== 'CONFLICT')
      expect(ran.length).toBeGreaterThan(0)
      expect(refused).toEqual([])
      const steps = await Promise.all(ran.map(({ traceId }) => one.journal.trace(traceId)))
      expect(steps.flat().filter((step) => step.replayOf === undefined)).toHaveLength(1)
    })

    it('gives the key of a call that did nothing back, and forgets a result when its time is over', async () => {
      const store = await opened(lab.fresh(), { idempotency: { keep: '1s' } })
      const caller = { idempotencyKey: 'k', principal: 'ada' }
      expect(await hostOn(store).call('pay', { card: '1', amount: 500 }, caller)).toMatchObject({
        error: { code: 'APPROVAL_REQUIRED' },
      })
      const first = await hostOn(store).call('write', { text: 'a' }, caller)
      await expect
        .poll(async () => (await hostOn(store).call('write', { text: 'a' }, caller)).ok, {
          timeout: 5000,
          interval: 300,
        })
        .toBe(true)
      await new Promise((resolve) => setTimeout(resolve, 1200))
      const later = await hostOn(store).call('write', { text: 'other' }, caller)
      expect([first.ok, later.ok]).toEqual([true, true])
    })
  })

  describe('with approvals', () => {
    const bill = { card: '4111-2222', amount: 500 }
    const ada = { principal: 'ada', role: 'clerk' }

    async function waiting(store: Store): Promise<string> {
      const outcome = await hostOn(store).call('pay', bill, ada)
      const id = outcome.ok ? '' : String(outcome.error.details['approvalId'])
      expect(outcome).toMatchObject({
        error: { code: 'APPROVAL_REQUIRED', details: { approveWith: `surety approvals approve ${id}` } },
      })
      return id
    }

    it('shows a call that waits without what is sensitive, and lets it through once', async () => {
      const url = lab.fresh()
      const first = await opened(url)
      const id = await waiting(first)
      expect(await waiting(first)).toBe(id)
      expect(await first.approvals.list()).toMatchObject([
        {
          id,
          tool: 'pay',
          principal: 'ada',
          role: 'clerk',
          arguments: { card: '[redacted]', amount: 500 },
          status: 'pending',
        },
      ])
      expect(await first.approvals.resolve(id, { decision: 'approved', by: 'operator' })).toMatchObject({ done: true })
      const store = await reopened(first, url)
      expect(await store.approvals.list()).toEqual([])
      const others = [
        hostOn(store).call('pay', { ...bill, amount: 501 }, { ...ada, approvalId: id }),
        hostOn(store).call('pay', bill, { principal: 'eve', approvalId: id }),
      ]
      for (const other of await Promise.all(others))
        expect(other).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } })
      expect(await hostOn(store).call('pay', bill, { ...ada, approvalId: id })).toMatchObject({ value: { paid: 500 } })
      expect(await hostOn(store).call('pay', bill, { ...ada, approvalId: id })).toMatchObject({
        error: { code: 'APPROVAL_REQUIRED' },
      })
      expect(await store.approvals.find(id)).toMatchObject({ status: 'spent', resolvedBy: 'operator' })
    })

    it('counts under the contract it was given for, and under no other', async () => {
      const store = await opened(lab.fresh())
      await store.approvals.resolve(await waiting(store), { decision: 'approved', by: 'operator' })
      const { contract, handler } = pay
      const changed = { contract: { ...contract, description: 'Pays anybody anything.' }, handler }
      const host = createToolHost({ tools: [changed], journal: store.journal, approver: store.approver })
      expect(await host.call(String('pay'), bill, ada)).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } })
      expect(await hostOn(store).call('pay', bill, ada)).toMatchObject({ ok: true })
    })

    it('finds the approval of the same call where the caller cannot name it', async () => {
      const store = await opened(lab.fresh())
      await store.approvals.resolve(await waiting(store), { decision: 'approved', by: 'operator' })
      expect(await hostOn(store).call('pay', bill, ada)).toMatchObject({ ok: true })
      expect(await hostOn(store).call('pay', bill, ada)).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } })
    })

    it('takes a hundred questions of one caller, and those of others after that', async () => {
      const store = await opened(lab.fresh())
      const ask = (amount: number) => hostOn(store).call('pay', { ...bill, amount }, ada)
      await Promise.all(Array.from({ length: 100 }, (_, made) => ask(200 + made)))
      expect(await ask(999)).toMatchObject({ error: { message: expect.stringContaining('100 calls of this caller') } })
      expect(await store.approvals.list()).toHaveLength(100)
      expect(await hostOn(store).call('pay', bill, { principal: 'eve' })).toMatchObject({
        error: { details: { approvalId: expect.any(String) } },
      })
    })

    it('passes a no on, with its reason', async () => {
      const store = await opened(lab.fresh())
      await store.approvals.resolve(await waiting(store), { decision: 'denied', by: 'operator', reason: 'Too much.' })
      expect(await hostOn(store).call('pay', bill, ada)).toMatchObject({
        error: { code: 'APPROVAL_DENIED', details: { reason: 'Too much.' } },
      })
    })

    it('is resolved once, whoever races: replicas, operators, the clock', async () => {
      const url = lab.fresh()
      const stores = await Promise.all([opened(url), opened(url), opened(url)])
      const [store] = stores
      for (let round = 0; round < 10; round += 1) {
        const call = { ...bill, amount: 1000 + round }
        const outcome = await hostOn(store).call('pay', call, ada)
        const id = outcome.ok ? '' : String(outcome.error.details['approvalId'])
        const verdicts = await Promise.all(
          stores.flatMap(({ approvals }) => [
            approvals.resolve(id, { decision: 'approved', by: 'one' }),
            approvals.resolve(id, { decision: 'denied', by: 'two' }),
          ]),
        )
        expect(verdicts.filter(({ done }) => done)).toHaveLength(1)
        const tries = await Promise.all(stores.map((one) => hostOn(one).call('pay', call, { ...ada, approvalId: id })))
        const isApproved = verdicts.find(({ done }) => done)?.approval?.resolvedBy === 'one'
        expect(tries.filter(({ ok }) => ok)).toHaveLength(isApproved ? 1 : 0)
      }
    })

    it('comes too late once it has expired', async () => {
      const store = await opened(lab.fresh())
      store.approvals.expireAfter(50)
      const id = await waiting(store)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(await store.approvals.resolve(id, { decision: 'approved', by: 'operator' })).toMatchObject({
        done: false,
        approval: { status: 'expired' },
      })
      store.approvals.expireAfter(100)
      const second = await waiting(store)
      expect(second).not.toBe(id)
      expect(await store.approvals.resolve(second, { decision: 'approved', by: 'operator' })).toMatchObject({
        done: true,
      })
      await new Promise((resolve) => setTimeout(resolve, 150))
      expect(await hostOn(store).call('pay', bill, { ...ada, approvalId: second })).toMatchObject({ ok: false })
    })
  })

  describe('with tokens', () => {
    it('knows whose token it is, until it is revoked or has expired', async () => {
      const url = lab.fresh()
      const [store, other] = await Promise.all([opened(url), opened(url)])
      const token = await store.tokens.create({ id: 'ci', role: 'builder' })
      const short = await store.tokens.create({ id: 'short', role: 'x', expiresAt: new Date(Date.now() - 1) })
      expect(token).toMatch(/^surety_[\w-]{43}$/)
      expect(await other.tokens.find(token)).toEqual({ id: 'ci', role: 'builder' })
      expect(await other.tokens.find(short)).toBeUndefined()
      expect(await other.tokens.find(`${token}x`)).toBeUndefined()
      await expect(store.tokens.create({ id: 'ci', role: 'x' })).rejects.toThrow('There is a token with the id "ci"')
      expect(await store.tokens.revoke('ci')).toBe(true)
      expect(await store.tokens.revoke('ci')).toBe(false)
      await expect.poll(() => other.tokens.find(token), { timeout: 1000, interval: 100 }).toBeUndefined()
      expect(await other.tokens.list()).toMatchObject([
        { id: 'ci', role: 'builder', revokedAt: expect.any(String) },
        { id: 'short', expiresAt: expect.any(String), revokedAt: null },
      ])
    })
  })
})

it('a store that is closed takes no calls', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-closed-'))
  const store = await openStore(`sqlite:${folder}/surety.db`)
  await store.close()
  expect(await hostOn(store).call('read', {})).toMatchObject({ error: { code: 'INTERNAL_ERROR', stage: 'admit' } })
  await expect(store.tokens.list()).rejects.toThrow('closed')
  rmSync(folder, { recursive: true })
})

it.each(['mysql://x', 'sqlite:', 'sqlite::memory:', ''])(
  '%j is no store, and the message says what is',
  async (url) => {
    await expect(openStore(url)).rejects.toThrow('write sqlite:<file>')
  },
)

it('a store that cannot be opened says why, without the password', async () => {
  const opening = openStore('postgres://me:s3cret@127.0.0.1:1/none')
  await expect(opening).rejects.toThrow('The store postgres://me:…@127.0.0.1:1/none cannot be opened: ')
  await expect(openStore('postgres://localhost:1/none')).rejects.toThrow(/cannot be opened: connect ECONNREFUSED/)
})

it.each([
  ['postgres://me:s3cret@db/x', 'postgres://me:…@db/x'],
  ['postgresql://me:s3cr@et/with?all#@db:5432/x?sslmode=require', 'postgresql://me:…@db:5432/x?…'],
  ['postgres://me@/x?host=/run/pg&password=s3cret', 'postgres://me@/x?…'],
  ['postgres://db/x', 'postgres://db/x'],
  ['mysql://me:s3cret@db/x', 'mysql://me:…@db/x'],
  ['sqlite:/data/a?b.db', 'sqlite:/data/a?b.db'],
  ['postgres//me:s3cret@db/x', '…@db/x'],
  ['me:s3cret@db/x', '…@db/x'],
  ['postgres:/me:s3cret@db/x', '…@db/x'],
])('a store is shown without its password: %s', (url, shown) => {
  expect(shownUrl(url)).toBe(shown)
})
