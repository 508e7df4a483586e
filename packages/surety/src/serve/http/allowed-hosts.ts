import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { endpointOf, isLoopback } from '@surety/tool-contracts/tools'
import { type HttpRefusal, refusal } from './respond.ts'

export interface HostRules {
  /** Whether only this machine can reach the server. */
  readonly isLoopback: boolean
  /** Besides its own: names, or names with a port. */
  readonly allowedHosts: readonly string[]
  /** Web pages that may call: `https://app.example.com`. */
  readonly allowedOrigins: readonly string[]
  /** The last one that was found to be its own: most requests name the same. */
  lastHost?: string
}

/**
 * Was the server meant by whoever made the request? A web page can have its own name point to this machine (DNS rebinding),
 * but then the request says so in Host; and every request of a page that is sent elsewhere names the page in Origin.
 */
export function checkHost({ headers }: IncomingMessage, rules: HostRules): HttpRefusal | undefined {
  const { host = '', origin } = headers
  if (host === rules.lastHost && origin === undefined) return undefined
  if (!isOwnHost(host, rules)) return refusal(403, 'The Host header names another server.')
  if (origin !== undefined && !isOwnOrigin(origin, rules))
    return refusal(403, 'Calls from this Origin are not allowed.')
  rules.lastHost = host
  return undefined
}

function isOwnHost(host: string, { isLoopback: isLocal, allowedHosts }: HostRules): boolean {
  const { host: name } = endpointOf(host)
  if (isThisMachine(name)) return true
  const wanted = host.toLowerCase()
  if (allowedHosts.some((allowed) => allowed.toLowerCase() === wanted || allowed.toLowerCase() === name)) return true
  // An address cannot be made to point elsewhere; names can.
  return !isLocal && isIP(name) !== 0
}

function isOwnOrigin(origin: string, { isLoopback: isLocal, allowedOrigins }: HostRules): boolean {
  if (allowedOrigins.includes(origin)) return true
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return isLocal && url !== undefined && isThisMachine(endpointOf(url.host).host)
}

export function isThisMachine(name: string): boolean {
  return name === 'localhost' || isLoopback(name)
}

/** What a browser needs to let a page of an allowed origin call and read the answers; for anybody else nothing. */
export function corsHeaders({ headers }: IncomingMessage, { allowedOrigins }: HostRules): CorsHeaders | undefined {
  const { origin } = headers
  if (origin === undefined || !allowedOrigins.includes(origin)) return undefined
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? 'authorization, content-type',
    'access-control-expose-headers': 'mcp-session-id, www-authenticate',
    vary: 'origin',
  }
}

type CorsHeaders = Readonly<Record<string, string>>
