import type { ListedTool, ServerInfo } from '../../connect/session.ts'
import type { Launch } from './launch.ts'
import type { Profile } from '../plan/profile.ts'
import type { Prepared } from '../request/prepare.ts'
import { reachOf } from '../request/reach.ts'
import { ServerSlot, type WarmSlot } from './server-slot.ts'
import { isWorthStart } from './scaling.ts'
import { hintsFor } from './start-server.ts'

const MB = 1024 * 1024
/** What the calls of one tool take, before that is known. */
const TOOL_MS = 2

/** A server that answered, and the processes of it that are up or starting. */
export interface Opened {
  readonly info: ServerInfo
  readonly tools: readonly ListedTool[]
  readonly problems: readonly string[]
  /** The kind of process most calls need. */
  readonly profile: Profile
  readonly warm: { readonly traced: readonly WarmSlot[]; readonly fresh: readonly WarmSlot[] }
  readonly end: () => Promise<void>
}

const STOPPED = { ok: false, reason: 'the run ended before its tools were listed.' } as const

export type Opening =
  | { readonly ok: true; readonly opened: Opened }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** Starts the two processes that every run needs, and asks the first one for the tools; if there are many, one more. */
export async function openServer(launch: Launch, prepared: Prepared, workers: number): Promise<Opening> {
  const { check } = prepared.config
  const profile: Profile = { env: {}, network: reachOf(prepared.network), memoryBytes: check.memoryLimitMb * MB }
  const traced = new ServerSlot(launch, profile, 'traced')
  const fresh = new ServerSlot(launch, profile, 'spied')
  const slots = [traced, fresh]
  const end = async (): Promise<void> => void (await Promise.all(slots.map((slot) => slot.end())))
  const failed = async (reason: string): Promise<Opening> => {
    await end()
    return { ok: false, reasons: [`The server cannot be tested: ${reason}`] }
  }
  const warming = fresh.warmUp()
  const own = await traced.warmUp()
  const first = typeof own === 'string' ? await warming : own
  // Of the one that was watched more is known.
  if (typeof first === 'string') return failed(typeof own === 'string' ? own : first)
  const listed = (await launch.stop.unlessStopped(first.listTools(check.startTimeoutMs))) ?? STOPPED
  if (!listed.ok) {
    const text = `${listed.reason}\n${launch.mask(first.stderr)}`
    const sightings = typeof own === 'string' ? undefined : own.sightings
    return failed([listed.reason, ...hintsFor(launch, profile, { text, sightings })].join('\n'))
  }
  const { tools } = listed
  if (typeof own !== 'string' && workers > 1 && isWorthStart(tools.length * TOOL_MS, traced.startMs)) {
    const helper = new ServerSlot(launch, profile, 'traced')
    slots.push(helper)
    // It starts while the contracts are read.
    void helper.warmUp()
  }
  const warm = {
    traced: slots.filter((slot) => slot !== fresh).map((slot) => ({ slot, profile })),
    fresh: [{ slot: fresh, profile }],
  }
  const problems = [...first.problems.map(({ text }) => text), ...listed.problems]
  return { ok: true, opened: { info: first.server, tools, problems, profile, warm, end } }
}
