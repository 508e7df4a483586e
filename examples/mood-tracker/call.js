/** An agent's side of the mood tracker: a call that works, one that is refused and why, and what the record says of them. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const surety = fileURLToPath(new URL('bin/surety.js', import.meta.resolve('surety/package.json')))

// A folder with nothing but the configuration: the database and the record are made in it.
const folder = mkdtempSync(join(tmpdir(), 'mood-tracker-'))
copyFileSync(new URL('tables.yaml', import.meta.url), join(folder, 'tables.yaml'))

const client = new Client({ name: 'mood-tracker', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [surety, 'tables', 'serve', folder], stderr: 'ignore' }),
)

const { tools } = await client.listTools()
console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}`)

const mood = {
  user_id: 'user_123',
  mood: 'happy',
  energy_level: 8,
  notes: 'Great day today!',
  timestamp: '2025-10-05T14:30:00Z',
}
let trace = ''
for (const input of [mood, { ...mood, energy_level: 15 }, mood]) {
  const { structuredContent, _meta } = await client.callTool({ name: 'log-mood', arguments: input })
  console.log(JSON.stringify(structuredContent, undefined, 2))
  trace = String(_meta?.['surety.dev/traceId'])
}
await client.close()

console.log(execFileSync(process.execPath, [surety, 'trace', trace], { cwd: folder, encoding: 'utf8' }))
rmSync(folder, { recursive: true })
