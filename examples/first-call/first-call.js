// @ts-check
import { createRolePolicy, createToolHost, defineTool } from '@surety/tool-contracts'
import { z } from 'zod'

/** One contract: what the tool needs, what it promises, what it may touch. */
const createInvoice = defineTool(
  {
    toolName: 'create_invoice',
    description: 'Create a draft invoice.',
    inputSchema: z.object({
      customer: z.string(),
      lines: z.array(z.object({ price: z.number(), quantity: z.number() })),
    }),
    outputSchema: z.object({ invoice: z.string(), total: z.number() }),
    inputSemanticTypes: { customer: 'uuid' },
    preconditions: [
      { description: 'at least one line', errorCode: 'NO_LINES', evaluate: ({ lines }) => lines.length > 0 },
    ],
    capabilities: ['CREATE'],
  },
  ({ lines }) => ({
    invoice: 'draft-1',
    total: lines.reduce((total, { price, quantity }) => total + price * quantity, 0),
  }),
)

const host = createToolHost({
  tools: [createInvoice],
  policy: createRolePolicy({ planner: ['READ'], builder: ['READ', 'CREATE'] }),
})

const customer = '0190163d-8694-739b-aea5-966c26f8ad91'
const lines = [{ price: 10, quantity: 2 }]
const traceId = 'first-call'

const calls = [
  { role: 'planner', input: { customer, lines } },
  { role: 'builder', input: { customer: 'ACME', lines } },
  { role: 'builder', input: { customer, lines: [] } },
  { role: 'builder', input: { customer, lines } },
]

for (const { role, input } of calls) {
  const outcome = await host.call('create_invoice', input, { role, traceId })
  console.log(`\n${role} calls create_invoice ${JSON.stringify(input)}`)
  if (outcome.ok) console.log(`  passed   ${JSON.stringify(outcome.value)}`)
  else console.log(`  refused  ${outcome.error.code} at ${outcome.error.stage}: ${outcome.error.message}`)
}

const { steps } = await host.journal.steps({ traceId })
console.log(`\nThe trace an agent can query (${steps.length} steps):`)
for (const { index, statusCode, code, durationMs } of steps) {
  console.log(`  ${index}  ${statusCode} ${(code ?? 'ok').padEnd(18)} ${durationMs.toFixed(1)} ms`)
}
