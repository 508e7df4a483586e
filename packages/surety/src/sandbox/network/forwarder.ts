import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { allowsEndpoint, endpointOf } from '../../endpoint.ts'
import { CellSockets } from './cell-sockets.ts'
import type { Resolve } from '../cell.ts'
import { type Named, isUnknown, lookUp, namesInFile } from './machine-names.ts'
import { serveNames } from './name-server.ts'
import { EndpointListeners } from './offers.ts'

const NAME_SERVER = '127.0.0.1'
const NAME_PORT = 53
/** Libraries look up only kinds of addresses that the machine has one of; these stand for its own and lead nowhere. */
const OWN_IPV4 = '192.0.0.8'
const OWN_IPV6 = '100:0:0:1::8'
/** Whoever declares a pattern may be asked for any number of names. */
const MAX_NAMES = 256
const MAX_ADDRESSES = 8

/**
 * The endpoints a contract declares, and no others, in the network of a cell. They have their real names and addresses
 * there; who connects to one is connected by this process to the real one.
 */
export class Forwarder {
  readonly #entries: readonly string[]
  readonly #resolve: Resolve
  readonly #addresses = new Map<string, Promise<readonly string[]>>()
  #offers: EndpointListeners | undefined

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
    return this.#offers?.nameOf(address, port)
  }

  /** Offers what needs no look-up, and answers those; `member`: a process in the cell's network. */
  async open(member: number): Promise<void> {
    try {
      await this.#open(new CellSockets(member))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`The network cannot be limited to the declared endpoints: ${reason}`, { cause: error })
    }
  }

  async end(): Promise<void> {
    await this.#offers?.end()
  }

  async #open(sockets: CellSockets): Promise<void> {
    const offers = new EndpointListeners(this.#entries, sockets)
    this.#offers = offers
    const [datagrams, streams] = await Promise.all([
      sockets.datagrams(NAME_SERVER, NAME_PORT),
      sockets.listen(NAME_SERVER, NAME_PORT),
      sockets.addAddresses([OWN_IPV4]),
      ...(hasIPv6() ? [sockets.addAddresses([OWN_IPV6]).catch(() => {})] : []),
      ...this.#knownBefore().map(([name, address]) => offers.make(name, [address])),
    ])
    serveNames(datagrams, streams, (name) => this.#known(name, offers))
  }

  /** Names that a server finds in a file, and declared addresses. */
  #knownBefore(): readonly Named[] {
    const hosts = this.#entries.map((entry) => endpointOf(entry).host)
    const addresses = hosts.filter((host) => isIP(host) !== 0).map((host): Named => [host, host])
    return [...namesInFile().filter(([name]) => this.allows(name)), ...addresses]
  }

  async #known(name: string, offers: EndpointListeners): Promise<readonly string[] | undefined> {
    if (!this.allows(name)) return undefined
    try {
      const addresses = await this.#addressesOf(name)
      await offers.make(name, addresses)
      return addresses
    } catch (error) {
      this.#addresses.delete(name)
      if (isUnknown(error)) return undefined
      throw error
    }
  }

  /** Asked for once: a name keeps its addresses as long as the cell lives. */
  async #addressesOf(name: string): Promise<readonly string[]> {
    const known = this.#addresses.get(name)
    if (known !== undefined) return known
    if (this.#addresses.size >= MAX_NAMES) throw new Error('Too many names were looked up.')
    const found = this.#resolve(name).then(usable)
    this.#addresses.set(name, found)
    return found
  }
}

function usable(addresses: readonly string[]): readonly string[] {
  return addresses.filter((address) => isIP(address) !== 0).slice(0, MAX_ADDRESSES)
}

function refusePortless(entry: string): void {
  if (/^\d+$/.test(endpointOf(entry).port ?? '')) return
  throw new Error(`The network cannot be limited to "${entry}", which names no port: write it as host:port.`)
}

function hasIPv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all)
  return addresses.some((one) => one.family === 'IPv6' && !one.internal && !one.address.startsWith('fe80:'))
}
