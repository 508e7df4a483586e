import type { Launch, ObservationMode } from './launch.ts'
import type { Profile } from '../plan/profile.ts'
import type { ServerProcess } from './server-process.ts'
import { startServer, startServerNow } from './start-server.ts'
import type { Stop } from '../request/stop.ts'

/** Holds one server process at a time; starts another when that one crashed. */
export class ServerSlot {
  readonly processes: ServerProcess[] = []
  readonly stop: Stop
  readonly #launch: Launch
  readonly #profile: Profile
  readonly #watch: ObservationMode
  readonly #quietMs: number
  #current: Promise<ServerProcess | string> | undefined
  #startMs = 0

  constructor(launch: Launch, profile: Profile, watch: ObservationMode, quietMs = 0) {
    this.#launch = launch
    this.stop = launch.stop
    this.#profile = profile
    this.#watch = watch
    this.#quietMs = quietMs
  }

  /** The process to call, started if there is none; the reason if it does not start. */
  async ensureStarted(): Promise<ServerProcess | string> {
    this.#current ??= this.#start(startServer)
    return this.#current
  }

  /** The process as it is, or why it did not start; undefined while there is none. Starts nothing. */
  async current(): Promise<ServerProcess | string | undefined> {
    return this.#current
  }

  /** Starts the process before it is needed, if it starts at once; the reason if it does not. */
  async warmUp(): Promise<ServerProcess | string> {
    this.#current ??= this.#start(startServerNow)
    const process = await this.#current
    if (typeof process === 'string') this.#current = undefined
    return process
  }

  async #start(start: typeof startServer): Promise<ServerProcess | string> {
    const before = performance.now()
    const started = await start(this.#launch, this.#profile, this.#watch)
    if (!started.ok) return started.reason
    this.#startMs = performance.now() - before
    this.processes.push(started.process)
    if (this.#quietMs > 0) await started.process.settle(this.#quietMs)
    return started.process
  }

  /** How long the last start took. */
  get startMs(): number {
    return this.#startMs
  }

  /** The process is not to be called again: it crashed, or hangs. */
  async replace(): Promise<void> {
    const current = await this.#current
    this.#current = undefined
    if (current !== undefined && typeof current !== 'string') await retire(current)
  }

  /** One that is still starting is ended too. */
  async end(): Promise<void> {
    await this.#current
    await Promise.all(this.processes.map((process) => process.end()))
  }
}

/** A slot whose process is already up, or starting. */
export interface WarmSlot {
  readonly slot: ServerSlot
  readonly profile: Profile
}

/** Notes what it left behind before it goes. */
async function retire(process: ServerProcess): Promise<void> {
  await process.settle(0).catch(() => {})
  await process.end()
}
