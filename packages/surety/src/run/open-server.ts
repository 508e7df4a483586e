import type { ListedTool, ServerInfo } from '../connect/session.ts'
import type { Launch, Profile } from './launch.ts'
import type { WarmSeat } from './pass.ts'
import type { Prepared } from './prepare.ts'
import { Seat } from './seat.ts'
import { isWorthStart } from './hiring.ts'

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
  readonly warm: { readonly traced: readonly WarmSeat[]; readonly fresh: readonly WarmSeat[] }
  readonly end: () => Promise<void>
}

export type Opening =
  | { readonly ok: true; readonly opened: Opened }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** Starts the two processes that every run needs, and asks the first one for the tools; if there are many, one more. */
export async function openServer(launch: Launch, prepared: Prepared, workers: number): Promise<Opening> {
  const { check } = prepared.config
  const profile: Profile = { env: {}, network: false, memoryBytes: check.memoryLimitMb * MB }
  const traced = new Seat(launch, profile, 'traced')
  const fresh = new Seat(launch, profile, 'spied')
  const seats = [traced, fresh]
  const end = async (): Promise<void> => void (await Promise.all(seats.map((seat) => seat.end())))
  const failed = async (reason: string): Promise<Opening> => {
    await end()
    return { ok: false, reasons: [`The server cannot be tested: ${reason}`] }
  }
  const warming = fresh.warmUp()
  const own = await traced.warmUp()
  const first = typeof own === 'string' ? await warming : own
  if (typeof first === 'string') return failed(first)
  const listed = await first.listTools(check.startTimeoutMs)
  if (!listed.ok) return failed(listed.reason)
  const { tools } = listed
  if (typeof own !== 'string' && workers > 1 && isWorthStart(tools.length * TOOL_MS, traced.startMs)) {
    const helper = new Seat(launch, profile, 'traced')
    seats.push(helper)
    // It starts while the contracts are read.
    void helper.warmUp()
  }
  const warm = {
    traced: seats.filter((seat) => seat !== fresh).map((seat) => ({ seat, profile })),
    fresh: [{ seat: fresh, profile }],
  }
  const problems = [...first.problems.map(({ text }) => text), ...listed.problems]
  return { ok: true, opened: { info: first.server, tools, problems, profile, warm, end } }
}
