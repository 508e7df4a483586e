import type { IncomingHttpHeaders } from 'node:http'
import { isRecord } from '@surety/tool-contracts/tools'
import { MODERN_VERSION } from '../../connect/era.ts'
import { unsupportedVersion } from '../protocol/describe-server.ts'
import { CAPABILITIES_KEY, VERSION_KEY, envelopeProblem } from '../protocol/envelope.ts'
import { type Fields, type Notification, type Request, RPC, failed } from '../wire/rpc.ts'
import type { HttpRefusal } from './respond.ts'

export type Route = { readonly era: 'legacy' | 'modern' } | HttpRefusal

/**
 * Which era does a message over HTTP belong to? Its body decides; the headers repeat it for whoever routes messages without
 * reading them, so where they say otherwise somebody has been misled.
 */
export function classify({ kind, method, params }: Request | Notification, headers: IncomingHttpHeaders): Route {
  const claimed = claimIn(params)
  const named = textOf(headers['mcp-protocol-version'])
  const isNamedModern = named !== undefined && named >= MODERN_VERSION
  if (method === 'initialize' && claimed === undefined && isNamedModern)
    return mismatch(
      `initialize belongs to the revisions before ${MODERN_VERSION}, but MCP-Protocol-Version is ${named}.`,
    )
  if (claimed === undefined) return unclaimed(kind, isNamedModern, params)

  const problem = kind === 'request' ? envelopeProblem(params) : undefined
  if (problem !== undefined) return { status: 400, answer: problem }
  if (named !== undefined && named !== claimed)
    return mismatch(`The body says protocol version ${claimed}, and MCP-Protocol-Version ${named}.`)
  const said = textOf(headers['mcp-method'])
  if (said !== undefined && said !== method) return mismatch(`The body calls ${method}, and Mcp-Method says ${said}.`)
  if (claimed !== MODERN_VERSION) return { status: 400, answer: unsupportedVersion(claimed) }
  if (kind === 'notification') return { era: 'modern' }
  if (named === undefined) return mismatch('The header MCP-Protocol-Version is missing.')
  if (said === undefined) return mismatch('The header Mcp-Method is missing.')
  return nameMismatch(method, params, textOf(headers['mcp-name'])) ?? { era: 'modern' }
}

function unclaimed(kind: 'request' | 'notification', isNamedModern: boolean, params: Fields): Route {
  if (!isNamedModern) return { era: 'legacy' }
  if (kind === 'notification') return { era: 'modern' }
  const meta = isRecord(params['_meta']) ? params['_meta'] : undefined
  const missing =
    meta === undefined ? ['_meta'] : [VERSION_KEY, CAPABILITIES_KEY].filter((key) => !Object.hasOwn(meta, key))
  const message = `A request of revision ${MODERN_VERSION} needs ${missing.join(' and ')} in its params.`
  return { status: 400, answer: failed(RPC.invalidParams, message, { envelope: { missing } }) }
}

/** The revision that the message says it is of. */
function claimIn(params: Fields): string | undefined {
  const meta = params['_meta']
  if (!isRecord(meta) || !Object.hasOwn(meta, VERSION_KEY)) return undefined
  return String(meta[VERSION_KEY])
}

const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

function nameMismatch(method: string, params: Fields, header: string | undefined): HttpRefusal | undefined {
  const field = NAMED_BY.get(method)
  const name = field === undefined ? undefined : params[field]
  if (field === undefined || (typeof name !== 'string' && header === undefined)) return undefined
  if (header === undefined) return mismatch(`The header Mcp-Name is missing: it repeats params.${field}.`)
  const decoded = decodeHeader(header)
  if (decoded === undefined) return mismatch('The header Mcp-Name is not base64 of UTF-8, although it says so.')
  return typeof name === 'string' && decoded !== name ? mismatch(`Mcp-Name differs from params.${field}.`) : undefined
}

export function mismatch(message: string): HttpRefusal {
  return { status: 400, answer: failed(RPC.headerMismatch, `Headers and body disagree. ${message}`) }
}

const ENCODED = /^=\?base64\?(?<text>(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/

/** The text of a header that may be base64; undefined where it claims to be and is not. */
export function decodeHeader(header: string): string | undefined {
  if (!header.startsWith('=?base64?') || !header.endsWith('?=')) return header
  const text = ENCODED.exec(header)?.groups?.['text']
  if (text === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
  } catch {
    return undefined
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).trim()
}
