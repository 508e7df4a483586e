/** A server whose tools do and answer what the JSON in their file says, by name. */
export const SERVER = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

const tools = JSON.parse(readFileSync(new URL('rows.json', import.meta.url), 'utf8'))
const attempt = (act) => { try { act() } catch {} }
function act({ kind, target }) {
  if (kind === 'connect') return void connect({ host: target.split(':')[0], port: Number(target.split(':')[1]) }).on('error', () => {})
  if (target === 'data') return mkdirSync(target, { recursive: true })
  attempt(() => mkdirSync(dirname(target), { recursive: true }))
  attempt(() => writeFileSync(target, 'x'))
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const results = {
    initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'rows', version: '1' } }),
    'tools/list': () => ({ tools: Object.keys(tools).map((name) => ({ name, description: 'Does what its row says.', inputSchema: { type: 'object' } })) }),
    'tools/call': () => {
      const { result, recorded } = tools[params.name]
      if (recorded !== undefined) act(recorded)
      return result
    },
  }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method]() }))
})
`
