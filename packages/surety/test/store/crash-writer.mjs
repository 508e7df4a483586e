/** Calls tools without pause until it is killed. Prints the number of each call that was answered; handlers write down that they ran. */
import { appendFileSync } from 'node:fs'
import { createToolHost, defineTool } from '@surety/tool-contracts'
import { openStore } from 'surety/store'
import { z } from 'zod'

const [url = '', effects = '', round = '0'] = process.argv.slice(2)
const store = await openStore(url)

const fields = {
  description: 'Writes its number down.',
  inputSchema: z.object({ n: z.number() }),
  outputSchema: z.object({ n: z.number() }),
  capabilities: /** @type {const} */ (['WRITE']),
}
const write = defineTool({ ...fields, toolName: 'write' }, ({ n }) => {
  appendFileSync(effects, `ran ${n}\n`)
  return { n }
})
const pay = defineTool({ ...fields, toolName: 'pay', approval: 'always' }, ({ n }) => {
  appendFileSync(effects, `paid ${n}\n`)
  return { n }
})
const host = createToolHost({ tools: [write, pay], journal: store.journal, approver: store.approver })

let made = Number(round) * 1_000_000
const next = () => ++made

async function writeOn() {
  for (;;) {
    const n = next()
    const outcome = await host.call('write', { n }, { principal: 'ada', idempotencyKey: `k${n}` })
    if (outcome.ok) process.stdout.write(`acked ${n} ${outcome.traceId}\n`)
  }
}

/** Somebody says yes, and the call is made by three at once. */
async function payOn() {
  for (;;) {
    const n = next()
    const outcome = await host.call('pay', { n }, { principal: 'ada' })
    const id = outcome.ok ? '' : String(outcome.error.details['approvalId'])
    await store.approvals.resolve(id, { decision: 'approved', by: 'operator' })
    await payThrice(n, id)
  }
}

/** @param {number} n @param {string} approvalId */
async function payThrice(n, approvalId) {
  const tries = [1, 2, 3].map(() => host.call('pay', { n }, { principal: 'ada', approvalId }))
  const outcomes = await Promise.all(tries)
  const paid = outcomes.find(({ ok }) => ok)
  if (paid !== undefined) process.stdout.write(`acked ${n} ${paid.traceId}\n`)
}

// What the one before was killed with in its hands.
for (const approval of await store.approvals.list({ all: true })) {
  const { n } = z.object({ n: z.number() }).parse(approval.arguments)
  if (approval.status === 'approved') await payThrice(n, approval.id)
}
process.stdout.write('started\n')
await Promise.all([writeOn(), writeOn(), writeOn(), writeOn(), payOn(), payOn()])
