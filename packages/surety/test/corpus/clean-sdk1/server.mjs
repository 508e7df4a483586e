import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'corpus', version: '1.0.0' })

server.registerTool(
  'add',
  {
    description: 'Adds two numbers.',
    inputSchema: { a: z.number(), b: z.number() },
    outputSchema: { sum: z.number() },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  ({ a, b }) => answer({ sum: a + b }),
)
server.registerTool(
  'hash',
  { description: 'Hashes a text.', inputSchema: { text: z.string() }, outputSchema: { hash: z.string() } },
  ({ text }) => answer({ hash: createHash('sha256').update(text).digest('hex') }),
)
server.registerTool(
  'page',
  {
    description: 'Lists a page of numbers.',
    inputSchema: { from: z.number().int().min(0).max(1000), limit: z.number().int().min(1).max(20).default(5) },
    outputSchema: { items: z.array(z.number()) },
  },
  ({ from, limit }) => answer({ items: Array.from({ length: limit }, (_, at) => from + at) }),
)
server.registerTool(
  'find',
  { description: 'Finds a user.', inputSchema: { id: z.string() }, outputSchema: { label: z.string() } },
  ({ id }) => {
    if (id !== 'ada') throw new Error('RESOURCE_NOT_FOUND: there is no such user')
    return answer({ label: 'Ada' })
  },
)
server.registerTool('now', { description: 'Tells the time.', outputSchema: { at: z.string() } }, () =>
  answer({ at: new Date().toISOString() }),
)
server.registerTool(
  'draft',
  { description: 'Writes a draft to a file in the temp directory.', inputSchema: { text: z.string() } },
  ({ text }) => {
    writeFileSync(join(mkdtempSync(join(tmpdir(), 'draft-')), 'draft.txt'), text)
    return { content: [{ type: 'text', text: 'kept' }] }
  },
)

await server.connect(new StdioServerTransport())

function answer(/** @type {Record<string, unknown>} */ structuredContent) {
  return {
    content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(structuredContent) }],
    structuredContent,
  }
}
