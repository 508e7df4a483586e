// @ts-nocheck -- Mastra is the application's own: npm install @mastra/core (Node 22.13 or newer)
import { fileURLToPath } from 'node:url'
import { RequestContext } from '@mastra/core/request-context'
import { createTool } from '@mastra/core/tools'
import { createTableTools, sqliteStore, toMastraTools } from '@surety/tables'

const config = fileURLToPath(new URL('tables.yaml', import.meta.url))
const store = sqliteStore(process.argv[2] ?? 'moods.db')
const tables = await createTableTools({ config, store })

/** For an agent: new Agent({ …, tools }). */
const tools = toMastraTools(tables, {
  createTool,
  // Who calls, for the audit trail: from the request, never from the model.
  actor: ({ requestContext }) => requestContext.get('userId'),
})

const requestContext = new RequestContext([['userId', 'ann']])
const mood = { user_id: 'user_123', mood: 'happy', energy_level: 8, timestamp: new Date().toISOString() }

const inputs = [mood, { ...mood, energy_level: 15 }, mood]
for (const input of inputs) {
  const result = await tools['log-mood'].execute(input, { requestContext })
  console.log(result.success ? result.data.message : `${result.error.type}: ${result.error.message}`)
}

await store.close()
