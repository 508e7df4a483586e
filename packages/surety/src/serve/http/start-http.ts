import { ContractError } from '@surety/tool-contracts'
import { endpointOf } from '@surety/tool-contracts/tools'
import { anonymousCaller } from '../identity/anonymous-caller.ts'
import { tokenBook } from '../identity/configured-tokens.ts'
import type { ServeOptions } from '../options.ts'
import type { Service } from '../protocol/service.ts'
import type { Started } from '../serving.ts'
import { isThisMachine } from './allowed-hosts.ts'
import { listenHttp } from './listen-http.ts'
import { Sessions } from './sessions.ts'
import { WaitingStreams } from './waiting-streams.ts'

/** Listens at an address such as `127.0.0.1:0`. Beyond this machine only with roles, and with a token that opens it. */
export async function startHttp(service: Service, address: string, options: ServeOptions): Promise<Started> {
  const { host, port } = readAddress(address)
  const isLoopback = isThisMachine(host)
  const { store, role, tokens = [], allowedHosts = [], allowedOrigins = [] } = options
  const hasPolicy = service.served.policy !== undefined
  const configured = tokenBook(tokens, Date.now)
  const stored = store?.tokens
  if (!isLoopback) await mayListenBeyond(address, service, options)
  const { url, close } = await listenHttp(
    {
      service,
      hosts: { isLoopback, allowedHosts, allowedOrigins },
      identity: { configured, stored, anonymous: anonymousCaller({ isLoopback, hasPolicy, role, configured, stored }) },
      sessions: new Sessions(service.limits),
      streams: new WaitingStreams(service.limits),
      ready: () => store?.ready() ?? Promise.resolve(),
    },
    host,
    port,
  )
  return { url, close, about: { transport: 'http', url } }
}

function readAddress(address: string): { readonly host: string; readonly port: number } {
  const { host, port } = endpointOf(address)
  const isPort = port !== undefined && /^\d{1,5}$/.test(port) && Number(port) < 65_536
  if (host !== '' && isPort) return { host, port: Number(port) }
  throw new ContractError('The call of serve', ['http must be an address and a port, such as 127.0.0.1:7300.'])
}

async function mayListenBeyond(
  address: string,
  { served }: Service,
  { tokens = [], store }: ServeOptions,
): Promise<void> {
  const stored = (await store?.tokens.list()) ?? []
  const isOpenable =
    tokens.some(({ expires }) => isGood(expires)) ||
    stored.some(({ expiresAt, revokedAt }) => revokedAt === null && isGood(expiresAt))
  const reasons = [
    ...(isOpenable ? [] : [`${address} can be reached from elsewhere: configure tokens, or listen at 127.0.0.1.`]),
    ...(served.policy === undefined
      ? [`${address} can be reached from elsewhere, and without roles every token may do everything: configure roles.`]
      : []),
  ]
  if (reasons.length > 0) throw new ContractError('The call of serve', reasons)
}

function isGood(expiresAt: string | Date | null | undefined): boolean {
  return expiresAt === null || expiresAt === undefined || new Date(expiresAt).getTime() > Date.now()
}
