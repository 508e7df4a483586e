import { connectHttp } from '../../connect/http-session.ts'
import type { Session } from '../../connect/session.ts'
import { connectStdio } from '../../connect/stdio-session.ts'
import type { Cell, Exit } from '../../sandbox/cell.ts'
import { startCell } from '../../sandbox/start-cell.ts'
import { type Launch, type ObservationMode, isContained } from './launch.ts'
import type { Profile } from '../plan/profile.ts'
import { quoteOutput } from './said.ts'
import { ServerProcess } from './server-process.ts'
import { type Failure, startHints } from './start-hints.ts'

export type Started =
  | { readonly ok: true; readonly process: ServerProcess }
  | { readonly ok: false; readonly reason: string }

/** Starts the server in its turn: beside others, or after them where only one can run at once. */
export function startServer(launch: Launch, profile: Profile, watch: ObservationMode): Promise<Started> {
  return launch.startLock.startInTurn(() => start(launch, profile, watch))
}

/** Starts the server now or not at all. */
export function startServerNow(launch: Launch, profile: Profile, watch: ObservationMode): Promise<Started> {
  return launch.startLock.startNow(() => start(launch, profile, watch))
}

/** Starts the server, shakes hands, and is ready for calls; a server that cannot is a reason, not a throw. */
async function start(launch: Launch, profile: Profile, watch: ObservationMode): Promise<Started> {
  const { stop } = launch
  const stopped = (): Started => ({ ok: false, reason: `It was not started: ${stop.words}.` })
  if (stop.reason !== undefined) return stopped()
  const opened = await open(launch, profile, watch).catch((error: unknown) => ({ ok: false, error }) as const)
  if (!opened.ok) return stop.reason === undefined ? { ok: false, reason: messageOf(opened.error) } : stopped()
  const { cell, session } = opened
  const greeting = session.open(launch.startTimeoutMs)
  const greeted = await stop.unlessStopped(greeting)
  if (greeted === undefined) {
    await Promise.allSettled([session.close(), cell?.end()])
    await greeting.catch(() => {})
    return stopped()
  }
  if (greeted.ok) {
    // The spy learns the tools' names from the list.
    const listing = watch === 'spied' ? await stop.unlessStopped(session.listTools(launch.startTimeoutMs)) : undefined
    const listed = listing?.ok === true ? listing.tools : undefined
    return {
      ok: true,
      process: new ServerProcess(cell, session, { server: greeted.server, listed }, watch === 'traced', stop),
    }
  }
  // Before anything is cut: half a secret would not be found again.
  const noise = launch.mask(session.noise.map(({ line }) => line).join('\n'))
  const errors = launch.mask(cell?.stderr() ?? '')
  const said = [
    ...quoteOutput('stdout, which is no MCP,', noise),
    ...quoteOutput('stderr', errors),
    ...quoteOutput("set-up command's output", launch.mask(cell?.setupOutput() ?? '')),
  ]
  const isWatched = watch === 'traced' && launch.layers.L2.works
  if (isWatched) await cell?.flush()
  const sightings = isWatched ? cell?.sightings : undefined
  await Promise.allSettled([session.close(), cell?.end()])
  const excessive = excess(await cell?.exited, launch, profile)
  const text = [greeted.reason, noise, errors].join('\n')
  const hints = excessive === undefined ? hintsFor(launch, profile, { text, sightings }) : []
  return { ok: false, reason: [[excessive ?? greeted.reason, ...said].join(' '), ...hints].join('\n') }
}

/** What may help a server that does not start, or does not list its tools. */
export function hintsFor(
  launch: Launch,
  { env, network }: Profile,
  seen: Pick<Failure, 'text' | 'sightings'>,
): readonly string[] {
  const { server } = launch
  if (server.kind === 'http') return []
  const given = Object.keys({ ...server.env, ...env })
  return startHints({ ...seen, given, network: isContained(launch) ? network : undefined, variables: process.env })
}

function excess(exit: Exit | undefined, launch: Launch, { memoryBytes }: Profile): string | undefined {
  const { overMemory: bytes, overProcesses } = exit ?? {}
  if (overProcesses !== undefined) return `It ran ${overProcesses} processes at once while it started, and was ended.`
  if (bytes === undefined) return undefined
  const [taken, allowed] = [bytes, memoryBytes].map((size) => Math.ceil(size / (1024 * 1024)))
  const limit = memoryBytes === launch.memoryBytes ? 'memory_limit_mb' : 'the contract'
  return `It took ${taken} MB while it started, more than the ${allowed} MB that ${limit} allows.`
}

interface Open {
  readonly ok: true
  readonly cell: Cell | undefined
  readonly session: Session
}

async function open(launch: Launch, profile: Profile, watch: ObservationMode): Promise<Open> {
  const { server } = launch
  if (server.kind === 'http') return { ok: true, cell: undefined, session: connectHttp(server) }
  const cell = await startCell({
    layers: launch.layers,
    project: launch.project,
    cwd: server.cwd ?? launch.project,
    command: [server.command, ...server.args],
    env: { ...launch.canaries, ...server.env, ...profile.env },
    network: profile.network,
    memoryBytes: profile.memoryBytes,
    trace: watch === 'traced',
    spy: watch === 'spied',
    abandoned: launch.stop.requested,
    ...(launch.setup.length > 0 && { setup: launch.setup, setupMs: launch.startTimeoutMs }),
  })
  return { ok: true, cell, session: connectStdio(cell) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
