import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const shape = (/** @type {string} */ description) => ({
  description,
  inputSchema: { id: z.string() },
  outputSchema: { label: z.string() },
})
const formatLabel = (/** @type {string} */ id) => `user ${id}`

function fetchUser(/** @type {{ id: string }} */ { id }) {
  const label = formatLabel(id).toUpperCase()
  return answer(label)
}

function build() {
  const server = new McpServer({ name: 'corpus', version: '1.0.0' })
  server.registerTool('fetch_user', shape('Finds a user.'), fetchUser)
  server.registerTool('calls_function', shape('Greets.'), (args) => fetchUser(args))
  server.registerTool('calls_client', shape('Greets.'), async (args) => {
    const client = new Client({ name: 'inner', version: '1' })
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [import.meta.filename] }))
    await client.callTool({ name: 'fetch_user', arguments: args })
    await client.close()
    return answer('done')
  })
  server.registerTool('calls_declared', shape('Greets.'), (args) => fetchUser(args))
  server.registerTool('shares_helper', shape('Labels a user.'), ({ id }) => answer(formatLabel(id)))
  server.registerTool('calls_in_memory', shape('Greets.'), (args) => askInMemory('fetch_user', args))
  server.registerTool('calls_declared_in_memory', shape('Greets.'), (args) => askInMemory('fetch_user', args))
  return server
}

/** Calls a tool of a second server of its own, over a transport in memory. */
async function askInMemory(/** @type {string} */ name, /** @type {{ id: string }} */ args) {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'inner', version: '1' })
  await Promise.all([build().connect(there), client.connect(here)])
  await client.callTool({ name, arguments: args })
  await client.close()
  return answer('done')
}

await build().connect(new StdioServerTransport())

function answer(/** @type {string} */ label) {
  const structuredContent = { label }
  return {
    content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(structuredContent) }],
    structuredContent,
  }
}
