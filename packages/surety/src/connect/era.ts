import { readFileSync } from 'node:fs'
import { isRecord } from '@surety/tool-contracts/tools'
import type { Message } from './incoming.ts'

/** Offered to servers that shake hands; they may answer with any other. */
export const LEGACY_VERSION = '2025-11-25'
/** The first revision without a handshake: every request says who asks. */
export const MODERN_VERSION = '2026-07-28'

/** Revisions that shake hands, and a draft that the first clients and servers spoke. */
export const LEGACY_VERSIONS: readonly string[] = [
  '2024-10-07',
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  LEGACY_VERSION,
]

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const SERVER_KEY = 'io.modelcontextprotocol/serverInfo'

export const CLIENT_INFO: Message = { name: 'surety', version: ownVersion() }

/** What every request of the modern era carries. */
const ENVELOPE: Message = {
  [VERSION_KEY]: MODERN_VERSION,
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
  'io.modelcontextprotocol/clientCapabilities': {},
}

export function modern(params: Message): Message {
  return { ...params, _meta: ENVELOPE }
}

export function isModern(params: unknown): params is Message {
  return isRecord(params) && isRecord(params['_meta']) && Object.hasOwn(params['_meta'], VERSION_KEY)
}

/** Who answered, by a result of the modern era. */
export function serverInfoIn(result: Message): unknown {
  const meta = result['_meta']
  return isRecord(meta) ? meta[SERVER_KEY] : undefined
}

function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return isRecord(manifest) ? String(manifest['version']) : ''
}
