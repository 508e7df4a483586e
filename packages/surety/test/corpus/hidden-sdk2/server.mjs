import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const shape = (/** @type {string} */ description) => ({
  description,
  inputSchema: z.object({ id: z.string() }),
  outputSchema: z.object({ label: z.string() }),
})
const formatLabel = (/** @type {string} */ id) => `user ${id}`

function fetchUser(/** @type {{ id: string }} */ { id }) {
  const label = formatLabel(id).toUpperCase()
  return answer(label)
}

serveStdio(() => {
  const server = new McpServer({ name: 'corpus', version: '1.0.0' })
  server.registerTool('fetch_user', shape('Finds a user.'), fetchUser)
  server.registerTool('calls_function', shape('Greets.'), (args) => fetchUser(args))
  server.registerTool('calls_declared', shape('Greets.'), (args) => fetchUser(args))
  server.registerTool('shares_helper', shape('Labels a user.'), ({ id }) => answer(formatLabel(id)))
  return server
})

function answer(/** @type {string} */ label) {
  const structuredContent = { label }
  return {
    content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(structuredContent) }],
    structuredContent,
  }
}
