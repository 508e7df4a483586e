import { isRecord } from '@surety/tool-contracts/tools'
import { MODERN_VERSION, isModern } from '../../connect/era.ts'
import { isId } from '../wire/read-message.ts'
import { type Answer, type Fields, RPC, failed } from '../wire/rpc.ts'
import { unsupportedVersion } from './describe-server.ts'

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo'

type Failed = Answer & { readonly ok: false }

/** What is wrong with what every request of the modern era carries in `_meta`. */
export function envelopeProblem(params: Fields): Failed | undefined {
  const meta = isRecord(params['_meta']) ? params['_meta'] : {}
  if (typeof meta[VERSION_KEY] !== 'string') return invalid(VERSION_KEY, 'is a text')
  if (!isRecord(meta[CAPABILITIES_KEY])) return invalid(CAPABILITIES_KEY, 'is an object')
  const client = meta[CLIENT_KEY]
  if (client !== undefined && !(isRecord(client) && typeof client['name'] === 'string'))
    return invalid(CLIENT_KEY, 'is an object with a name')
  const token = meta['progressToken']
  return token === undefined || isId(token) ? undefined : invalid('progressToken', 'is a text or a whole number')
}

function invalid(key: string, expected: string): Failed {
  return failed(RPC.invalidParams, `In _meta, ${key} ${expected}.`, { envelope: { key, problem: expected } })
}

/** Why a request on a connection of the modern era is not of it. */
export function strayRequest(params: Fields): Failed | undefined {
  if (!isModern(params))
    return failed(RPC.invalidParams, `Requests on this connection are of revision ${MODERN_VERSION}: _meta says so.`)
  const problem = envelopeProblem(params)
  if (problem !== undefined) return problem
  const claimed = versionIn(params)
  return claimed === MODERN_VERSION ? undefined : unsupportedVersion(claimed)
}

function versionIn(params: Fields): string {
  return isRecord(params['_meta']) ? String(params['_meta'][VERSION_KEY]) : ''
}

/** What the client of a modern request says it can do. */
export function capabilitiesIn(params: Fields): Fields {
  const capabilities = isRecord(params['_meta']) ? params['_meta'][CAPABILITIES_KEY] : undefined
  return isRecord(capabilities) ? capabilities : {}
}
