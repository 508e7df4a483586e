/** Begins a call that never ends, says which trace it is, and waits to be killed. */
import { createToolHost, defineTool } from '@surety/tool-contracts'
import { openStore } from 'surety/store'
import { z } from 'zod'

const store = await openStore(process.argv[2] ?? '')
const slow = defineTool(
  {
    toolName: 'slow',
    description: 'Never ends.',
    inputSchema: z.object({}),
    outputSchema: z.unknown(),
    capabilities: ['WRITE'],
    resourceLimits: { timeoutMs: 600_000 },
  },
  (_, { traceId }) => {
    process.stdout.write(traceId)
    return new Promise(() => {})
  },
)
await createToolHost({ tools: [slow], journal: store.journal }).call('slow', {}, { principal: 'ada' })
