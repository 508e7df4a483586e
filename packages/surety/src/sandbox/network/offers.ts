import { isIP } from 'node:net'
import { allowsEndpoint, endpointOf, isLoopback } from '../../endpoint.ts'
import type { CellSockets } from './cell-sockets.ts'
import { Connections } from './connections.ts'
import { isListening } from './listening.ts'

/** Where the declared endpoints are listened for in a cell. */
export class EndpointListeners {
  readonly #entries: readonly string[]
  readonly #sockets: CellSockets
  readonly #connections = new Connections()
  readonly #made = new Map<string, Promise<void>>()
  readonly #names = new Map<string, string>()

  constructor(entries: readonly string[], sockets: CellSockets) {
    this.#entries = entries
    this.#sockets = sockets
  }

  /** The name that is meant by an address and a port. */
  nameOf(address: string, port: number): string | undefined {
    return this.#names.get(placeOf(address, port))
  }

  /** Makes all that is declared of a name reachable at its addresses. */
  async make(name: string, addresses: readonly string[]): Promise<void> {
    const ports = this.#entries.filter((entry) => allowsEndpoint(entry, name)).map((entry) => endpointOf(entry).port)
    const offers = ports.flatMap((port) =>
      addresses.map((address) => this.#make(name, address, Number(port), addresses)),
    )
    await Promise.all(offers)
  }

  async end(): Promise<void> {
    this.#connections.end()
    await this.#sockets.end()
  }

  #make(name: string, address: string, port: number, addresses: readonly string[]): Promise<void> {
    const place = placeOf(address, port)
    // What cannot be listened at stays out of reach.
    const made = this.#made.get(place) ?? this.#listen(name, address, port, addresses).catch(() => {})
    this.#made.set(place, made)
    return made
  }

  async #listen(name: string, address: string, port: number, all: readonly string[]): Promise<void> {
    // Where nobody listens outside, the server may.
    if (isLoopback(address) && !(await isListening(address, port))) return
    if (!isLoopback(address)) await this.#sockets.addAddresses([address])
    const listener = await this.#sockets.listen(address, port)
    if (isIP(name) === 0) this.#names.set(placeOf(address, port), name)
    // The one that was meant, then the others: this machine may have no way to the first.
    const addresses = [address, ...all.filter((other) => other !== address)]
    listener.on('connection', (client) => this.#connections.forward(client, { name, port, addresses }))
  }
}

function placeOf(address: string, port: number): string {
  return `${address} ${port}`
}
