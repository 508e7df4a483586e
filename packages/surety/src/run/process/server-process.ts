import { now } from '../../connect/now.ts'
import type { Listed, ListedTool, Noise, ProtocolProblem, Reply, ServerInfo, Session } from '../../connect/session.ts'
import type { Cell, Exit, Sighting, TreeChange, TreeState } from '../../sandbox/cell.ts'
import type { Stop } from '../request/stop.ts'

/** A message longer than this is not kept, whatever the limits say. */
const MAX_BYTES = 64 * 1024 * 1024

/** A look at the trees. */
export interface Scan {
  /** When they were last looked at. */
  readonly since: number
  readonly at: number
  readonly changes: readonly TreeChange[]
}

/** What is known of a server once it is ready for calls. */
interface Greeted {
  readonly server: ServerInfo
  readonly listed: readonly ListedTool[] | undefined
}

let started = 0

/** One running server, in a cell of its own or behind a URL. */
export class ServerProcess {
  readonly number: number = ++started
  readonly server: ServerInfo
  readonly isTraced: boolean
  readonly readyAt: number = now()
  readonly scans: Scan[] = []
  /** Settles when it is gone with all it started. */
  readonly ended: Promise<void>
  readonly #cell: Cell | undefined
  readonly #session: Session
  #exit: Exit | undefined
  #lookedAt = 0
  #sightings: readonly Sighting[] | undefined
  readonly #listing: ProtocolProblem[] = []
  readonly #stop: Stop
  #leave: () => void = () => {}
  #isAbandoned = false

  /** What it listed before its first call; undefined where nobody asked. */
  readonly listed: readonly ListedTool[] | undefined

  /** `isTraced`: whether it was to be watched from outside. */
  constructor(cell: Cell | undefined, session: Session, { server, listed }: Greeted, isTraced: boolean, stop: Stop) {
    this.#stop = stop
    this.isTraced = isTraced
    cell?.isUp()
    this.#cell = cell
    this.#session = session
    this.server = server
    this.listed = listed
    this.ended = new Promise((resolve) => (this.#leave = resolve))
    void cell?.exited.then((exit) => (this.#exit = exit))
  }

  get sightings(): readonly Sighting[] {
    return this.#sightings ?? this.#cell?.sightings ?? []
  }

  /** Did the spy see what some tool called, as far as is known by now? */
  get seesCalls(): boolean {
    return this.sightings.some((sighting) => sighting.kind === 'spy' && sighting.sees.includes('calls'))
  }

  get noise(): readonly Noise[] {
    return this.#session.noise
  }

  /** What it did against the protocol. */
  get problems(): readonly ProtocolProblem[] {
    return [...this.#session.problems, ...this.#listing]
  }

  async listTools(timeoutMs: number): Promise<Listed> {
    return this.#session.listTools(timeoutMs)
  }

  /** What it lists when all is done. That it no longer does is a protocol problem of its own, unless it was gone anyway or ended for its memory meanwhile. */
  async listAgain(timeoutMs: number): Promise<readonly ListedTool[] | undefined> {
    if (this.death !== undefined || this.#isAbandoned) return undefined
    const listed = await this.#stop.unlessStopped(this.listTools(timeoutMs))
    if (listed === undefined) return undefined
    if (!listed.ok && (await this.waitForExit())?.overMemory !== undefined) return undefined
    const found = listed.ok
      ? listed.problems
      : [`At the end of the run the tools cannot be listed any more. ${listed.reason}`]
    for (const text of found) this.#listing.push({ at: now(), text, tool: undefined })
    return listed.ok ? listed.tools : undefined
  }

  async call(tool: string, input: unknown, limits: { timeoutMs: number; outputBytes: number }): Promise<Reply> {
    const maxBytes = Math.min(MAX_BYTES, Math.max(4 * 1024 * 1024, 8 * limits.outputBytes))
    return this.#session.callTool(tool, input, { timeoutMs: limits.timeoutMs, maxBytes })
  }

  /** How the process ended, once a reply said that it went away; undefined for a server behind a URL. */
  async waitForExit(): Promise<Exit | undefined> {
    if (this.#cell === undefined) return undefined
    await Promise.race([this.#cell.exited, sleep(2000)])
    return this.#exit
  }

  /** How it ended of its own accord, if it has. */
  get death(): Exit | undefined {
    return this.#isAbandoned ? undefined : this.#exit
  }

  get stderr(): string {
    return this.#cell?.stderr() ?? ''
  }

  /** Looks at the trees now: what changed since the last look is noted with the time. */
  async scan(): Promise<void> {
    if (this.#isAbandoned) return
    const [since, looking] = [this.#lookedAt, now()]
    this.#lookedAt = looking
    const changes = (await this.#cell?.changes()) ?? []
    if (changes.length > 0) this.scans.push({ since, at: now(), changes })
  }

  async state(): Promise<TreeState> {
    return (await this.#cell?.state()) ?? { digest: '', files: 0, bytes: 0 }
  }

  /** Waits for what comes after the answers, then sees that all of it was noted. */
  async settle(ms: number): Promise<void> {
    if (this.#isAbandoned) return
    await this.#stop.pause(ms)
    await this.#cell?.flush()
    await this.scan()
  }

  /** Where its calls left something running, ends it as a client would: what outlives it is seen then. */
  async leave(): Promise<void> {
    await this.#cell?.leave()
  }

  /** Ends the process with its unfinished call: what was seen after `sentAt` is dropped. `hasOwn`: an earlier call of this tool was answered, so its effects are noted first. */
  async abandon(sentAt: number, hasOwn: boolean): Promise<void> {
    if (hasOwn) await this.settle(0)
    this.#isAbandoned = true
    this.#sightings = this.sightings.filter(({ at }) => at < sentAt)
    await this.end()
  }

  /** What it does on being ended is no call's doing. */
  async end(): Promise<void> {
    this.#sightings ??= [...this.sightings]
    await Promise.allSettled([this.#session.close(), this.#cell?.end()])
    this.#leave()
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
