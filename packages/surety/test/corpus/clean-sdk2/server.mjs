import { createHash } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

serveStdio(() => {
  const server = new McpServer({ name: 'corpus', version: '1.0.0' })
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ a, b }) => answer({ sum: a + b }),
  )
  server.registerTool(
    'hash',
    {
      description: 'Hashes a text.',
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ hash: z.string() }),
    },
    ({ text }) => answer({ hash: createHash('sha256').update(text).digest('hex') }),
  )
  server.registerTool(
    'page',
    {
      description: 'Lists a page of numbers.',
      inputSchema: z.object({
        from: z.number().int().min(0).max(1000),
        limit: z.number().int().min(1).max(20).default(5),
      }),
      outputSchema: z.object({ items: z.array(z.number()) }),
    },
    ({ from, limit }) => answer({ items: Array.from({ length: limit }, (_, at) => from + at) }),
  )
  server.registerTool('now', { description: 'Tells the time.', outputSchema: z.object({ at: z.string() }) }, () =>
    answer({ at: new Date().toISOString() }),
  )
  return server
})

function answer(/** @type {Record<string, unknown>} */ structuredContent) {
  return {
    content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(structuredContent) }],
    structuredContent,
  }
}
