import { type LookupFunction, type Socket, connect, isIP } from 'node:net'

const MAX_CONNECTIONS = 512

interface Destination {
  readonly name: string
  readonly port: number
  /** Those of the name, in the order to try them. */
  readonly addresses: readonly string[]
}

/** The connections that servers under test have through this process. */
export class Connections {
  readonly #open = new Set<Socket>()

  /** Connects a client to where it wants to go. */
  forward(client: Socket, { name, port, addresses }: Destination): void {
    if (this.#open.size >= MAX_CONNECTIONS) return void client.on('error', () => {}).resetAndDestroy()
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    const lookup: LookupFunction = (_, __, tell) => tell(null, found)
    const upstream = connect({ host: name, port, lookup, autoSelectFamily: true })
    for (const socket of [client, upstream]) {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    }
    relay(client, upstream)
  }

  end(): void {
    for (const socket of this.#open) socket.destroy()
  }
}

/** What one says the other hears, until both have finished or one of them fails. */
function relay(client: Socket, upstream: Socket): void {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    // Either may have said all and still listen.
    one.allowHalfOpen = true
    one.on('error', () => reset(other))
    one.once('close', () => other.destroySoon())
    one.pipe(other)
  }
}

/** Has the other side see that the connection broke, not that it ended. */
function reset(socket: Socket): void {
  if (socket.connecting || socket.destroyed) socket.destroy()
  else socket.resetAndDestroy()
}
