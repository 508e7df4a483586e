// The tools of the tests, served by a process of its own: node server.mjs stdio|http [options as JSON] [store url]
import { createMemoryJournal, createToolHost, defineTool } from '@surety/tool-contracts'
import { serve } from 'surety/serve'
import { openStore } from 'surety/store'
import { z } from 'zod'

const [transport, options = '{}', url] = process.argv.slice(2)
const store = url === undefined ? undefined : await openStore(url)

const echo = defineTool(
  {
    toolName: 'echo',
    description: 'Gives back a text.',
    inputSchema: z.strictObject({ text: z.string() }),
    outputSchema: z.object({ text: z.string() }),
    capabilities: ['READ'],
  },
  ({ text }) => {
    console.log('This line is not protocol.')
    return { text }
  },
)

const pay = defineTool(
  {
    toolName: 'pay',
    description: 'Pays somebody.',
    inputSchema: z.strictObject({ to: z.string(), amount: z.number(), card: z.string().optional() }),
    outputSchema: z.object({ paid: z.number() }),
    capabilities: ['WRITE'],
    sensitive: ['input.card'],
    approval: 'always',
  },
  ({ amount }) => ({ paid: amount }),
)

const wait = defineTool(
  {
    toolName: 'wait',
    description: 'Waits, and tells how far it has come.',
    inputSchema: z.strictObject({ ms: z.number(), steps: z.number().default(0) }),
    outputSchema: z.object({ waited: z.number() }),
    capabilities: ['EXECUTE'],
  },
  async ({ ms, steps }, { signal, progress }) => {
    console.error('wait: started')
    for (let step = 1; step <= steps; step++) progress(step, steps)
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        console.error('wait: aborted')
        clearTimeout(timer)
        resolve(undefined)
      })
    })
    return { waited: ms }
  },
)

const host = createToolHost({
  tools: [echo, pay, wait],
  journal: store?.journal ?? createMemoryJournal(),
  ...(store !== undefined && { approver: store.approver }),
})
const server = await serve(host, transport === 'http' ? { http: '127.0.0.1:0' } : { stdio: true }, {
  ...JSON.parse(options),
  ...(store !== undefined && { store }),
})
if (server.url !== undefined) console.log(server.url)
process.once('SIGTERM', () => void server.close())
await server.closed
await store?.close()
