import { type ChildProcess, type SendHandle, spawn } from 'node:child_process'
import { Socket as Datagrams } from 'node:dgram'
import { Server } from 'node:net'
import { TrimmedOutput } from '../system/trimmed-output.ts'
import { listenScript } from '../system/launcher.ts'
import { missing } from '../system/obstacles.ts'
import { joinNetwork } from '../system/powers.ts'
import { OWN_ENVIRONMENT, required } from '../system/programs.ts'

interface Answer {
  readonly error: string | undefined
  readonly socket: SendHandle | undefined
}
type Request =
  | { readonly what: 'add'; readonly addresses: readonly string[] }
  | { readonly what: 'listen' | 'datagrams'; readonly address: string; readonly port: number }

/** Sockets of this process in the network of a cell, made by a small process that joined that network and hands them over. */
export class CellSockets {
  readonly #child: ChildProcess
  readonly #said: TrimmedOutput
  readonly #ended: Promise<void>
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  readonly #sockets = new Set<Server | Datagrams>()
  #isEnding = false
  #requests = 0

  /** `member`: a process in the cell's network. */
  constructor(member: number) {
    refuseMissing()
    const [first, ...words] = [...joinNetwork(member), process.execPath, listenScript(), required('ip')]
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
    this.#child = spawn(first, words, { cwd: '/', env: OWN_ENVIRONMENT, stdio: [...stdio] })
    this.#said = new TrimmedOutput(this.#child.stderr)
    this.#child.on('message', (message, socket) => this.#take(message, socket))
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', () => resolve())
      this.#child.once('close', () => resolve())
    })
  }

  /** Gives the cell these addresses, so that they can be listened at. */
  async addAddresses(addresses: readonly string[]): Promise<void> {
    await this.#ask({ what: 'add', addresses })
  }

  async listen(address: string, port: number): Promise<Server> {
    const socket = await this.#ask({ what: 'listen', address, port })
    if (socket instanceof Server) return socket
    throw new Error(`Nothing listens at ${address} port ${port} in the sandbox.`)
  }

  async datagrams(address: string, port: number): Promise<Datagrams> {
    const socket = await this.#ask({ what: 'datagrams', address, port })
    if (socket instanceof Datagrams) return socket
    throw new Error(`Nothing receives at ${address} port ${port} in the sandbox.`)
  }

  async end(): Promise<void> {
    this.#isEnding = true
    this.#child.kill('SIGKILL')
    for (const socket of this.#sockets) socket.close()
    await this.#ended
  }

  async #ask(request: Request): Promise<SendHandle | undefined> {
    const id = ++this.#requests
    const { error, socket } = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve)
      void this.#ended.then(() => this.#giveUp())
      if (this.#child.connected) this.#child.send({ ...request, id }, () => {})
    })
    if (error !== undefined) throw new Error(error)
    return socket
  }

  #take(message: unknown, socket: SendHandle | undefined): void {
    if (typeof message !== 'object' || message === null || !('id' in message) || typeof message.id !== 'number') return
    const error = 'error' in message ? String(message.error) : undefined
    if (socket instanceof Server || socket instanceof Datagrams) this.#keep(socket)
    this.#waiting.get(message.id)?.({ error, socket })
    this.#waiting.delete(message.id)
  }

  #keep(socket: Server | Datagrams): void {
    // A connection that cannot be accepted is the server's loss alone.
    socket.on('error', () => {})
    if (this.#isEnding) socket.close()
    else this.#sockets.add(socket)
  }

  #giveUp(): void {
    const error = this.#said.text.trim() || 'the process that opens sockets in it has ended'
    for (const answer of this.#waiting.values()) answer({ error, socket: undefined })
    this.#waiting.clear()
  }
}

function refuseMissing(): void {
  const obstacle = missing(['nsenter'], 'util-linux') ?? missing(['ip'], 'iproute2')
  if (obstacle === undefined) return
  throw new Error(
    [obstacle.reason, ...(obstacle.enable === undefined ? [] : [obstacle.enable])].join('; to enable it: '),
  )
}
