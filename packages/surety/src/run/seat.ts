import type { Launch, Profile, Watch } from './launch.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** A place for one server process at a time: the next one sits down when the last one fell. */
export class Seat {
  readonly processes: ServerProcess[] = []
  readonly #launch: Launch
  readonly #profile: Profile
  readonly #watch: Watch
  readonly #quietMs: number
  #current: Promise<ServerProcess | string> | undefined

  constructor(launch: Launch, profile: Profile, watch: Watch, quietMs = 0) {
    this.#launch = launch
    this.#profile = profile
    this.#watch = watch
    this.#quietMs = quietMs
  }

  /** The process to call, started if need be; the reason if it does not start. */
  async process(): Promise<ServerProcess | string> {
    this.#current ??= this.#start()
    return this.#current
  }

  async #start(): Promise<ServerProcess | string> {
    const started = await startServer(this.#launch, this.#profile, this.#watch)
    if (!started.ok) return started.reason
    this.processes.push(started.process)
    if (this.#quietMs > 0) await started.process.settle(this.#quietMs)
    return started.process
  }

  /** The process is not to be called again: it crashed, hangs, or was spoilt. */
  async replace(): Promise<void> {
    const current = await this.#current
    this.#current = undefined
    if (current !== undefined && typeof current !== 'string') await retire(current)
  }

  async end(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.end()))
  }
}

/** Notes what it left behind before it goes. */
async function retire(process: ServerProcess): Promise<void> {
  await process.settle(0).catch(() => {})
  await process.end()
}
