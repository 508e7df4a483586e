import { isRecord } from '@surety/tool-contracts/tools'
import type { Answer, Fields } from '../wire/rpc.ts'
import type { Service } from './service.ts'

const SERVER_KEY = 'io.modelcontextprotocol/serverInfo'
const CACHEABLE: ReadonlySet<string> = new Set([
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'server/discover',
])
/** How long a list that never changes while the server runs may be kept. */
const TTL_MS = 60_000

/** An answer with what 2026-07-28 wants in every result: whether it is complete, how long it holds, and who gave it. */
export function stamped(method: string, result: Fields, { info, served }: Service): Answer {
  const { _meta: given, resultType = 'complete' } = result
  const _meta = isRecord(given) ? { ...given, [SERVER_KEY]: info } : { [SERVER_KEY]: info }
  if (resultType !== 'complete' || !CACHEABLE.has(method)) return { ok: true, result: { ...result, resultType, _meta } }
  // What a role may see is nobody else's.
  const cache = { ttlMs: served.onChange === undefined ? TTL_MS : 0, cacheScope: 'private' }
  return { ok: true, result: { ...result, resultType, ...cache, _meta } }
}
