import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'corpus', version: '1.0.0' })
const shape = { inputSchema: { id: z.string() }, outputSchema: { label: z.string() } }

function fetchUser(/** @type {{ id: string }} */ { id }) {
  const structuredContent = { label: `user ${id}` }
  return {
    content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(structuredContent) }],
    structuredContent,
  }
}

server.registerTool('fetch_user', { description: 'Finds a user.', ...shape }, fetchUser)
server.registerTool('calls_function', { description: 'Greets.', ...shape }, (args) => fetchUser(args))

await server.connect(new StdioServerTransport())
