import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { allowsEndpoint, endpointOf, isLoopback } from '../../endpoint.ts'
import { CellSockets } from './cell-sockets.ts'
import { Connections } from './connections.ts'
import { isListening } from './listening.ts'
import { type Named, type Resolve, isUnknown, lookUp, namesInFile } from './machine-names.ts'
import { serveNames } from './name-server.ts'

const NAME_SERVER = '127.0.0.1'
const NAME_PORT = 53
/** Libraries look up only kinds of addresses that the machine has one of; these stand for its own and lead nowhere. */
const OWN_IPV4 = '192.0.0.8'
const OWN_IPV6 = '100:0:0:1::8'
const MAX_ADDRESSES = 16

/**
 * The endpoints a contract declares, and no others, in the network of a cell. They have their real names and addresses
 * there; who connects to one is connected by this process to the real one.
 */
export class Forwarder {
  readonly #entries: readonly string[]
  readonly #resolve: Resolve
  readonly #addresses = new Map<string, Promise<readonly string[]>>()
  readonly #offers = new Map<string, Promise<void>>()
  /** Who is meant by an address and a port that are listened at. */
  readonly #names = new Map<string, string>()
  readonly #connections = new Connections()
  #sockets: CellSockets | undefined

  constructor(entries: readonly string[], resolve: Resolve = lookUp) {
    for (const entry of entries) refusePortless(entry)
    this.#entries = entries
    this.#resolve = resolve
  }

  /** May it be looked up? */
  allows(name: string): boolean {
    return this.#entries.some((entry) => allowsEndpoint(entry, name))
  }

  /** The declared name of what is offered at an address. */
  nameOf(address: string, port: number): string | undefined {
    return this.#names.get(placeOf(address, port))
  }

  /** Offers what needs no look-up, and answers those; `member`: a process in the cell's network. */
  async open(member: number): Promise<void> {
    const sockets = new CellSockets(member)
    this.#sockets = sockets
    const [datagrams, streams] = await Promise.all([
      sockets.datagrams(NAME_SERVER, NAME_PORT),
      sockets.listen(NAME_SERVER, NAME_PORT),
      sockets.addAddresses([OWN_IPV4]),
      ...(hasIPv6() ? [sockets.addAddresses([OWN_IPV6]).catch(() => {})] : []),
    ])
    serveNames(datagrams, streams, (name) => this.#known(name))
    await Promise.all(this.#knownBefore().map(([name, address]) => this.#offer(name, address)))
  }

  async end(): Promise<void> {
    this.#connections.end()
    await this.#sockets?.end()
  }

  /** Declared addresses, and names that a server finds in a file. */
  #knownBefore(): readonly Named[] {
    const hosts = this.#entries.map((entry) => endpointOf(entry).host)
    const addresses = hosts.filter((host) => isIP(host) !== 0).map((host): Named => [host, host])
    return [...addresses, ...namesInFile().filter(([name]) => this.allows(name))]
  }

  async #known(name: string): Promise<readonly string[] | undefined> {
    if (!this.allows(name)) return undefined
    try {
      const addresses = await this.#addressesOf(name)
      await Promise.all(addresses.map((address) => this.#offer(name, address)))
      return addresses
    } catch (error) {
      this.#addresses.delete(name)
      if (isUnknown(error)) return undefined
      throw error
    }
  }

  /** Asked for once: a name keeps its addresses as long as the cell lives. */
  #addressesOf(name: string): Promise<readonly string[]> {
    const known =
      this.#addresses.get(name) ??
      this.#resolve(name).then((all) => all.filter((one) => isIP(one) !== 0).slice(0, MAX_ADDRESSES))
    this.#addresses.set(name, known)
    return known
  }

  async #offer(name: string, address: string): Promise<void> {
    const entries = this.#entries.filter((entry) => allowsEndpoint(entry, name))
    await Promise.all(entries.map((entry) => this.#offerPort(name, address, Number(endpointOf(entry).port))))
  }

  #offerPort(name: string, address: string, port: number): Promise<void> {
    const place = placeOf(address, port)
    // What cannot be listened at stays out of reach.
    const offer = this.#offers.get(place) ?? this.#listen(name, address, port).catch(() => {})
    this.#offers.set(place, offer)
    return offer
  }

  async #listen(name: string, address: string, port: number): Promise<void> {
    // Where nobody listens outside, the server may.
    if (this.#sockets === undefined || (isLoopback(address) && !isListening(address, port))) return
    if (!isLoopback(address)) await this.#sockets.addAddresses([address])
    const listener = await this.#sockets.listen(address, port)
    if (isIP(name) === 0) this.#names.set(placeOf(address, port), name)
    const addresses = async (): Promise<readonly string[]> => {
      const all = (await this.#addresses.get(name)) ?? []
      return [address, ...all.filter((other) => other !== address)]
    }
    listener.on('connection', (client) => this.#connections.forward(client, { name, port, addresses }))
  }
}

function refusePortless(entry: string): void {
  if (/^\d+$/.test(endpointOf(entry).port ?? '')) return
  throw new Error(`The network cannot be limited to "${entry}", which names no port: write it as host:port.`)
}

function placeOf(address: string, port: number): string {
  return `${address} ${port}`
}

function hasIPv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all)
  return addresses.some((one) => one.family === 'IPv6' && !one.internal && !one.address.startsWith('fe80:'))
}
