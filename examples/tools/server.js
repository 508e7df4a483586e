// A server that keeps the three contracts in tools/.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const users = new Map([['123', { id: '123', name: 'Ada Lovelace' }]])
const User = z.object({ id: z.string(), name: z.string() }).meta({ title: 'User' })

/** @param {string} text */
const say = (text) => ({ content: [{ type: /** @type {const} */ ('text'), text }] })
/** @param {Record<string, unknown>} value */
const answer = (value) => ({ ...say(JSON.stringify(value)), structuredContent: value })

/** @param {{ user_id: string }} input */
function fetchUser({ user_id }) {
  const user = users.get(user_id)
  return user ? answer(user) : { ...say(`There is no user ${user_id}.`), isError: true }
}

/** @param {{ values: unknown[] }} input */
function validateData({ values }) {
  return answer({ valid: values.every((value) => typeof value === 'number') })
}

serveStdio(() => {
  const server = new McpServer({ name: 'three-tools', version: '1.0.0' })

  server.registerTool(
    'fetch_user',
    {
      description: 'Fetches a user by id.',
      inputSchema: z.object({ user_id: z.string() }).meta({ title: 'FetchUserRequest' }),
      outputSchema: User,
    },
    fetchUser,
  )

  server.registerTool(
    'validate_data',
    {
      description: 'Tells whether every value is a number.',
      inputSchema: z.object({ values: z.array(z.unknown()) }).meta({ title: 'ValidateDataRequest' }),
      outputSchema: z.object({ valid: z.boolean() }).meta({ title: 'Validity' }),
    },
    validateData,
  )

  server.registerTool(
    'create_report',
    {
      description: 'Writes a report to a temporary file.',
      inputSchema: z.object({ title: z.string().max(100) }).meta({ title: 'ReportRequest' }),
      outputSchema: z.object({ file: z.string(), created: z.string() }).meta({ title: 'Report' }),
    },
    ({ title }) => {
      const file = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.txt')
      const created = new Date().toISOString()
      writeFileSync(file, `${title}\n${created}\n`)
      return answer({ file, created })
    },
  )

  server.registerTool(
    'process_data',
    {
      description: 'Adds up the values of a user.',
      inputSchema: z.object({ user_id: z.string(), values: z.array(z.number()) }).meta({ title: 'ProcessDataRequest' }),
      outputSchema: z.object({ user: z.string(), total: z.number() }).meta({ title: 'ProcessedData' }),
    },
    ({ user_id, values }) => {
      const found = fetchUser({ user_id })
      if ('isError' in found) return found
      validateData({ values })
      return answer({ user: user_id, total: values.reduce((sum, value) => sum + value, 0) })
    },
  )
  return server
})
