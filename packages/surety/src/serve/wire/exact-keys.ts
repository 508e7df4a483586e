import { isRecord } from '@surety/tool-contracts/tools'
import { META } from '@surety/tool-contracts/mcp'
import type { Fields } from './rpc.ts'

const MESSAGE = keyTable(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])
const PARAMS = keyTable([
  '_meta',
  'arguments',
  'capabilities',
  'clientInfo',
  'cursor',
  'inputResponses',
  'name',
  'notifications',
  'protocolVersion',
  'requestId',
  'requestState',
  'task',
  'uri',
])
const ENVELOPE = keyTable([
  'progressToken',
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/clientInfo',
  ...Object.values(META),
])

/** What is wrong with a message that has a key which is the protocol's but for its letters' case: some readers take it for that one. */
export function exactKeys(message: Fields): string | undefined {
  const { params } = message
  const meta = isRecord(params) ? params['_meta'] : undefined
  return inexactIn(message, MESSAGE) ?? inexactIn(params, PARAMS) ?? inexactIn(meta, ENVELOPE)
}

function inexactIn(value: unknown, { exact, byFolded }: KeyTable): string | undefined {
  if (!isRecord(value)) return undefined
  for (const key of Object.keys(value)) {
    const meant = exact.has(key) ? undefined : byFolded.get(folded(key))
    if (meant !== undefined) return `The key '${meant}' is spelt with other letters.`
  }
  return undefined
}

/** Both ways: a long s or a Kelvin sign counts as the letter it looks like. */
function folded(key: string): string {
  return key.toUpperCase().toLowerCase()
}

interface KeyTable {
  readonly exact: ReadonlySet<string>
  readonly byFolded: ReadonlyMap<string, string>
}

function keyTable(keys: readonly string[]): KeyTable {
  return { exact: new Set(keys), byFolded: new Map(keys.map((key) => [folded(key), key])) }
}
