/** Makes a call that needs approval, again and again until somebody has answered, and says how it ended. */
import { createToolHost, defineTool } from '@surety/tool-contracts'
import { openStore } from 'surety/store'
import { z } from 'zod'

const store = await openStore(process.argv[2] ?? '')
const wire = defineTool(
  {
    toolName: 'wire',
    description: 'Sends money.',
    inputSchema: z.object({ amount: z.number() }),
    outputSchema: z.object({ sent: z.number() }),
    capabilities: ['WRITE'],
    approval: 'always',
  },
  ({ amount }) => ({ sent: amount }),
)
const host = createToolHost({ tools: [wire], journal: store.journal, approver: store.approver })

let approvalId = ''
let said = ''
while (said === '') {
  const outcome = await host.call('wire', { amount: 5 }, { principal: 'ada', ...(approvalId && { approvalId }) })
  if (outcome.ok || outcome.error.code !== 'APPROVAL_REQUIRED') said = JSON.stringify(outcome)
  else approvalId = String(outcome.error.details['approvalId'])
  await new Promise((resolve) => setTimeout(resolve, 100))
}
process.stdout.write(said)
await store.close()
