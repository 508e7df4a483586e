import type { Sighting } from './cell.ts'
import { type Address, addressIn, answeredAddresses, payloads, queriedName } from './net-calls.ts'
import type { TraceCall } from './strace-line.ts'

const UNDER_WAY = new Set(['EINPROGRESS', 'EALREADY', 'EISCONN', 'EINTR', 'EAGAIN'])
const SENDS = new Set(['sendto', 'sendmsg', 'sendmmsg'])
const RECEIVES = new Set(['recvfrom', 'recvmsg'])
const NAME_PORT = 53
/** Sockets the C library asks for names and users. */
const NAME_SERVICES = ['/run/nscd', '/var/run/nscd', '/run/systemd/', '/var/run/systemd/', '/var/lib/sss']

/** Turns connections and messages into sightings, under the names that were looked up for them. */
export class NetSightings {
  readonly #emit: (sighting: Sighting) => void
  readonly #resolvers: readonly string[]
  readonly #online: boolean
  /** Sockets that talk to a name server. */
  readonly #asking = new Set<string>()
  readonly #names = new Map<string, string>()

  constructor(resolvers: readonly string[], online: boolean, emit: (sighting: Sighting) => void) {
    this.#resolvers = resolvers
    this.#online = online
    this.#emit = emit
  }

  read(call: TraceCall, isOwnSocket: (path: string) => boolean): void {
    const [socket = '', address = ''] = call.args
    if (call.name === 'connect') this.#connect(call, addressIn(address), isOwnSocket)
    if (SENDS.has(call.name)) this.#send(call, isOwnSocket)
    if (RECEIVES.has(call.name) && this.#asking.has(socket)) this.#learn(call)
  }

  #connect(call: TraceCall, address: Address | undefined, isOwnSocket: (path: string) => boolean): void {
    if (address === undefined) return
    const { at, result, args } = call
    const refused = result.error !== undefined && !UNDER_WAY.has(result.error)
    if (address.family === 'unix') {
      const isNameService = NAME_SERVICES.some((service) => address.path.startsWith(service))
      if (isNameService || isOwnSocket(address.path)) return
      return this.#emit({ at, kind: 'connect', target: `unix:${address.path}`, refused })
    }
    const { ip, port } = address
    if (port === NAME_PORT) this.#asking.add(args[0] ?? '')
    // Port 0 is the C library comparing routes: nothing is sent.
    if (port === 0 || (port === NAME_PORT && this.#resolvers.includes(ip))) return
    const host = this.#names.get(ip) ?? (ip.includes(':') ? `[${ip}]` : ip)
    this.#emit({ at, kind: 'connect', target: `${host}:${port}`, refused })
  }

  #send(call: TraceCall, isOwnSocket: (path: string) => boolean): void {
    const [socket = '', ...rest] = call.args
    const to = rest.map((argument) => addressIn(argument)).find((address) => address !== undefined)
    if (to !== undefined) this.#connect(call, to, isOwnSocket)
    if (!this.#asking.has(socket)) return
    const names = new Set(payloads(call.args).flatMap((payload) => queriedName(payload) ?? []))
    for (const target of names) this.#emit({ at: call.at, kind: 'connect', target, refused: !this.#online })
  }

  #learn(call: TraceCall): void {
    for (const payload of payloads(call.args)) {
      const answer = answeredAddresses(payload)
      answer?.ips.forEach((ip) => this.#names.set(ip, answer.name))
    }
  }
}
