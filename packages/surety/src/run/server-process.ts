import { connectHttp } from '../connect/http-session.ts'
import type { Noise, Reply, ServerInfo, Session } from '../connect/session.ts'
import { connectStdio } from '../connect/stdio-session.ts'
import type { Cell, Exit, Sighting, TreeChange, TreeState } from '../sandbox/cell.ts'
import { startCell } from '../sandbox/start-cell.ts'
import type { Launch, Profile, Watch } from './launch.ts'

/** A message longer than this is not kept, whatever the limits say. */
const MOST_BYTES = 64 * 1024 * 1024

function isSpied(watch: Watch): boolean {
  return watch === 'spied' || watch === 'deeply spied'
}

/** Has the spy notice handlers that call each other directly. */
const DEEP = { SURETY_SPY_DEEP: '1' }

export type Started =
  | { readonly ok: true; readonly process: ServerProcess }
  | { readonly ok: false; readonly reason: string }

/** A look at the trees. */
export interface Scan {
  /** When they were last looked at. */
  readonly since: number
  readonly at: number
  readonly changes: readonly TreeChange[]
}

let started = 0

/** Starts the server in its turn: beside others, or after them where only one can run at once. */
export function startServer(launch: Launch, profile: Profile, watch: Watch): Promise<Started> {
  return launch.turns.take(() => start(launch, profile, watch))
}

/** Starts the server now or not at all. */
export function startServerNow(launch: Launch, profile: Profile, watch: Watch): Promise<Started> {
  return launch.turns.beside(() => start(launch, profile, watch))
}

/** Starts the server, shakes hands, and is ready for calls; a server that cannot is a reason, not a throw. */
async function start(launch: Launch, profile: Profile, watch: Watch): Promise<Started> {
  const opened = await open(launch, profile, watch).catch((error: unknown) => ({ ok: false, error }) as const)
  if (!opened.ok) return { ok: false, reason: messageOf(opened.error) }
  const { cell, session } = opened
  const greeted = await session.open(launch.startTimeoutMs)
  // The spy learns the tools' names from the list.
  if (greeted.ok && isSpied(watch)) await session.listTools(launch.startTimeoutMs)
  if (greeted.ok) return { ok: true, process: new ServerProcess(cell, session, greeted.server) }
  const said = [
    ...lastWords('stdout, which is no MCP,', session.noise.map(({ line }) => line).join('\n')),
    ...lastWords('stderr', cell?.stderr() ?? ''),
    ...lastWords("set-up command's output", cell?.setupOutput() ?? ''),
  ]
  await Promise.allSettled([session.close(), cell?.end()])
  const { overMemory } = (await cell?.exited) ?? {}
  const why = overMemory === undefined ? greeted.reason : excess(overMemory, launch, profile)
  return { ok: false, reason: [why, ...said].join(' ') }
}

function excess(bytes: number, launch: Launch, { memoryBytes }: Profile): string {
  const [taken, allowed] = [bytes, memoryBytes].map((size) => Math.ceil(size / (1024 * 1024)))
  const limit = memoryBytes === launch.memoryBytes ? 'memory_limit_mb' : 'the contract'
  return `It took ${taken} MB while it started, more than the ${allowed} MB that ${limit} allows.`
}

function lastWords(stream: string, text: string): readonly string[] {
  return text.trim() === '' ? [] : [`Its ${stream} ends: ${text.trim().slice(-800)}`]
}

/** One running server, in a cell of its own or behind a URL. */
export class ServerProcess {
  readonly number: number = ++started
  readonly server: ServerInfo
  readonly readyAt: number = now()
  readonly scans: Scan[] = []
  /** Settles when it is gone with all it started. */
  readonly ended: Promise<void>
  readonly #cell: Cell | undefined
  readonly #session: Session
  #exit: Exit | undefined
  #lookedAt = 0
  #sightings: readonly Sighting[] | undefined
  #leave: () => void = () => {}

  constructor(cell: Cell | undefined, session: Session, server: ServerInfo) {
    this.#cell = cell
    this.#session = session
    this.server = server
    this.ended = new Promise((resolve) => (this.#leave = resolve))
    void cell?.exited.then((exit) => (this.#exit = exit))
  }

  get sightings(): readonly Sighting[] {
    return this.#sightings ?? this.#cell?.sightings ?? []
  }

  /** Does the spy in it see this? What it said last counts. */
  sees(what: 'calls' | 'inputs'): boolean {
    const said = this.sightings.findLast((sighting) => sighting.kind === 'spy')
    return said?.kind === 'spy' && said.sees.includes(what)
  }

  get noise(): readonly Noise[] {
    return this.#session.noise
  }

  get problems(): ReadonlySet<string> {
    return this.#session.problems
  }

  async listTools(timeoutMs: number): Promise<Awaited<ReturnType<Session['listTools']>>> {
    return this.#session.listTools(timeoutMs)
  }

  async call(tool: string, input: unknown, limits: { timeoutMs: number; outputBytes: number }): Promise<Reply> {
    const maxBytes = Math.min(MOST_BYTES, Math.max(4 * 1024 * 1024, 8 * limits.outputBytes))
    return this.#session.callTool(tool, input, { timeoutMs: limits.timeoutMs, maxBytes })
  }

  /** How the process ended, once a reply said that it went away; undefined for a server behind a URL. */
  async exit(): Promise<Exit | undefined> {
    if (this.#cell === undefined) return undefined
    await Promise.race([this.#cell.exited, sleep(2000)])
    return this.#exit
  }

  /** How it ended of its own accord, if it has. */
  get death(): Exit | undefined {
    return this.#exit
  }

  get stderr(): string {
    return this.#cell?.stderr() ?? ''
  }

  /** Looks at the trees now: what changed since the last look is noted with the time. */
  async scan(): Promise<void> {
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
    await sleep(ms)
    await this.#cell?.flush()
    await this.scan()
  }

  /** What it does on being ended is no call's doing. */
  async end(): Promise<void> {
    this.#sightings ??= [...this.sightings]
    await Promise.allSettled([this.#session.close(), this.#cell?.end()])
    this.#leave()
  }
}

interface Open {
  readonly ok: true
  readonly cell: Cell | undefined
  readonly session: Session
}

async function open(launch: Launch, profile: Profile, watch: Watch): Promise<Open> {
  const { server } = launch
  if (server.kind === 'http') return { ok: true, cell: undefined, session: connectHttp(server) }
  const cell = await startCell({
    layers: launch.layers,
    project: launch.project,
    cwd: server.cwd ?? launch.project,
    command: [server.command, ...server.args],
    env: { ...(watch === 'deeply spied' && DEEP), ...launch.canaries, ...server.env, ...profile.env },
    network: profile.network,
    memoryBytes: profile.memoryBytes,
    trace: watch === 'traced',
    spy: isSpied(watch),
    ...(launch.setup.length > 0 && { setup: launch.setup, setupMs: launch.startTimeoutMs }),
  })
  return { ok: true, cell, session: connectStdio(cell) }
}

function now(): number {
  return performance.timeOrigin + performance.now()
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
