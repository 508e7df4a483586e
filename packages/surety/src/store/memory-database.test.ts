import { createToolHost, defineTool } from '@surety/tool-contracts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openStore } from './store.ts'

const pay = defineTool(
  {
    toolName: 'pay',
    description: 'Pays.',
    inputSchema: z.object({ amount: z.number() }),
    outputSchema: z.object({ paid: z.number() }),
    capabilities: ['WRITE'],
    approval: 'always',
  },
  ({ amount }) => ({ paid: amount }),
)

it('a store in memory records, asks and proves like one on disk, and ends with its process', async () => {
  const store = await openStore('memory:')
  const host = createToolHost({ tools: [pay], journal: store.journal, approver: store.approver })
  const refused = await host.call('pay', { amount: 5 }, { traceId: 't' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'APPROVAL_REQUIRED' } })
  const [approval] = await store.approvals.list()
  await store.approvals.resolve(String(approval?.id), { decision: 'approved', by: 'operator' })
  const calls = Array.from({ length: 20 }, () => host.call('pay', { amount: 5 }, { traceId: 't' }))
  // The yes is spent once, however many ask at the same time.
  expect((await Promise.all(calls)).filter(({ ok }) => ok)).toHaveLength(1)
  expect(await store.journal.trace('t')).toHaveLength(21)
  const token = await store.tokens.create({ id: 'ada', role: 'builder' })
  expect(await store.tokens.find(token)).toEqual({ id: 'ada', role: 'builder' })
  const head = await store.audit.head()
  expect(await store.audit.verify({ head })).toMatchObject({ ok: true, steps: 21, proven: 21 })
  await store.close()

  const another = await openStore('memory:')
  expect(await another.journal.trace('t')).toEqual([])
  await another.close()
})
