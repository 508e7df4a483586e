import type { Sighting } from '../cell.ts'
import { shown } from '../system/file-name.ts'
import {
  type Address,
  addressIn,
  answeredAddresses,
  oddSocket,
  payloads,
  queriedName,
  resolvedName,
  routeChange,
  sendsNamelessFile,
} from './net-calls.ts'
import type { TraceCall } from './strace-line.ts'

const UNDER_WAY = new Set(['EINPROGRESS', 'EALREADY', 'EISCONN', 'EINTR', 'EAGAIN'])
const SENDS = new Set(['sendto', 'sendmsg', 'sendmmsg'])
const RECEIVES = new Set(['recvfrom', 'recvmsg'])
const NAME_PORT = 53
const IN_A_MESSAGE = 'it sent a file without a name by a socket: until that is received, what is in it is no process’s'
/** Sockets that libraries ask about users and groups, or for a number that nobody else has. */
const HARMLESS_SERVICE =
  /^(?:(?:\/var)?\/run\/(?:nscd\/socket|uuidd\/request)|\/var\/lib\/sss\/pipes\/nss|(?:\/var)?\/run\/systemd\/userdb\/io\.systemd\.\w+)$/
/** The one it may ask for the addresses of names. */
const NAME_SERVICE = /^(?:\/var)?\/run\/systemd\/resolve\/io\.systemd\.Resolve$/

/** The network that the server is in. */
export interface NetworkAround {
  /** Addresses of the name servers in use. */
  readonly resolvers: readonly string[]
  /** Whether what it sends can leave the machine. */
  readonly online: boolean
  /** What brings it to the endpoints declared for it, where these are all it may reach. */
  readonly forwarder?:
    | {
        /** May it be looked up? */
        readonly allows: (name: string) => boolean
        /** The declared name of what is offered at an address. */
        readonly nameOf: (address: string, port: number) => string | undefined
      }
    | undefined
}

/** Turns connections and messages into sightings, under the names that were looked up for them. */
export class NetSightings {
  readonly #emit: (sighting: Sighting) => void
  readonly #network: NetworkAround
  /** Sockets that talk to a name server. */
  readonly #asking = new Set<string>()
  readonly #names = new Map<string, string>()

  constructor(network: NetworkAround, emit: (sighting: Sighting) => void) {
    this.#network = network
    this.#emit = emit
  }

  read(call: TraceCall, isOwnSocket: (path: string) => boolean): void {
    const [socket = '', address = ''] = call.args
    const target = call.name === 'socket' ? oddSocket(call.args) : undefined
    if (target !== undefined) this.#emit({ at: call.at, kind: 'connect', target, refused: isRefused(call) })
    if (call.name === 'connect') this.#connect(call, addressIn(address), isOwnSocket)
    if (SENDS.has(call.name)) this.#send(call, isOwnSocket)
    if (RECEIVES.has(call.name) && this.#asking.has(socket)) this.#learn(call)
  }

  #connect(call: TraceCall, address: Address | undefined, isOwnSocket: (path: string) => boolean): void {
    if (address === undefined) return
    const { at, args } = call
    const refused = isRefused(call)
    if (address.family === 'unix') {
      if (NAME_SERVICE.test(address.path)) this.#asking.add(args[0] ?? '')
      else if (!HARMLESS_SERVICE.test(address.path) && !isOwnSocket(address.path))
        this.#emit({ at, kind: 'connect', target: `unix:${shown(address.path)}`, refused })
      return
    }
    const { ip, port } = address
    if (port === NAME_PORT) this.#asking.add(args[0] ?? '')
    // Port 0 is the C library comparing routes: nothing is sent.
    if (port === 0 || (port === NAME_PORT && this.#network.resolvers.includes(ip))) return
    const name = this.#names.get(ip) ?? this.#network.forwarder?.nameOf(ip, port)
    const host = name ?? (ip.includes(':') ? `[${ip}]` : ip)
    this.#emit({ at, kind: 'connect', target: `${host}:${port}`, refused })
  }

  #send(call: TraceCall, isOwnSocket: (path: string) => boolean): void {
    const [socket = '', ...rest] = call.args
    if (sendsNamelessFile(rest)) this.#emit({ at: call.at, kind: 'memory unseen', reason: IN_A_MESSAGE })
    const to = rest.map((argument) => addressIn(argument)).find((address) => address !== undefined)
    if (to !== undefined) this.#connect(call, to, isOwnSocket)
    const change = routeChange(rest)
    if (change !== undefined) this.#emit({ at: call.at, kind: 'connect', target: change, refused: isRefused(call) })
    if (!this.#asking.has(socket)) return
    const names = new Set(payloads(call.args).flatMap((payload) => queriedName(payload) ?? resolvedName(payload) ?? []))
    for (const target of names) this.#emit({ at: call.at, kind: 'connect', target, refused: this.#isUnknown(target) })
  }

  #isUnknown(name: string): boolean {
    const { forwarder, online } = this.#network
    return forwarder === undefined ? !online : !forwarder.allows(name)
  }

  #learn(call: TraceCall): void {
    for (const payload of payloads(call.args)) {
      const answer = answeredAddresses(payload)
      answer?.ips.forEach((ip) => this.#names.set(ip, answer.name))
    }
  }
}

function isRefused({ result: { error } }: TraceCall): boolean {
  return error !== undefined && !UNDER_WAY.has(error)
}
