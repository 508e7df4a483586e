import { connectHttp } from '../connect/http-session.ts'
import type { Session } from '../connect/session.ts'
import { connectStdio } from '../connect/stdio-session.ts'
import type { Cell, Exit } from '../sandbox/cell.ts'
import { startCell } from '../sandbox/start-cell.ts'
import type { Launch, Profile, Watch } from './launch.ts'
import { ServerProcess } from './server-process.ts'

export type Started =
  | { readonly ok: true; readonly process: ServerProcess }
  | { readonly ok: false; readonly reason: string }

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
  if (greeted.ok) {
    // The spy learns the tools' names from the list.
    const listing = watch === 'spied' ? await session.listTools(launch.startTimeoutMs) : undefined
    const listed = listing?.ok === true ? listing.tools : undefined
    return {
      ok: true,
      process: new ServerProcess(cell, session, { server: greeted.server, listed }, watch === 'traced'),
    }
  }
  const said = [
    ...lastWords('stdout, which is no MCP,', session.noise.map(({ line }) => line).join('\n')),
    ...lastWords('stderr', cell?.stderr() ?? ''),
    ...lastWords("set-up command's output", cell?.setupOutput() ?? ''),
  ]
  await Promise.allSettled([session.close(), cell?.end()])
  const why = excess(await cell?.exited, launch, profile) ?? greeted.reason
  return { ok: false, reason: [why, ...said].join(' ') }
}

function excess(exit: Exit | undefined, launch: Launch, { memoryBytes }: Profile): string | undefined {
  const { overMemory: bytes, overProcesses } = exit ?? {}
  if (overProcesses !== undefined) return `It ran ${overProcesses} processes at once while it started, and was ended.`
  if (bytes === undefined) return undefined
  const [taken, allowed] = [bytes, memoryBytes].map((size) => Math.ceil(size / (1024 * 1024)))
  const limit = memoryBytes === launch.memoryBytes ? 'memory_limit_mb' : 'the contract'
  return `It took ${taken} MB while it started, more than the ${allowed} MB that ${limit} allows.`
}

function lastWords(stream: string, text: string): readonly string[] {
  return text.trim() === '' ? [] : [`Its ${stream} ends: ${text.trim().slice(-800)}`]
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
    env: { ...launch.canaries, ...server.env, ...profile.env },
    network: profile.network,
    memoryBytes: profile.memoryBytes,
    trace: watch === 'traced',
    spy: watch === 'spied',
    ...(launch.setup.length > 0 && { setup: launch.setup, setupMs: launch.startTimeoutMs }),
  })
  return { ok: true, cell, session: connectStdio(cell) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
