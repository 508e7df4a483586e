import { findContracts } from '../author/find-contracts.ts'
import type { ListedTool, ServerInfo } from '../connect/session.ts'
import type { Launch, Profile } from './launch.ts'
import type { WarmSeat } from './pass.ts'
import type { Prepared } from './prepare.ts'
import type { TestRequest } from './request.ts'
import { Seat } from './seat.ts'

const MB = 1024 * 1024
const TOOLS_PER_LANE = 4

/** A server that answered, and the processes of it that are up. */
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

/** Starts as many processes as will be needed, and asks the first one for the tools. */
export async function openServer(launch: Launch, request: TestRequest, prepared: Prepared): Promise<Opening> {
  const { check } = prepared.config
  const profile: Profile = { env: {}, network: false, memoryBytes: check.memoryLimitMb * MB }
  const lanes = Math.max(
    1,
    Math.min(request.workers, Math.ceil(findContracts(check.toolsDir).yaml.length / TOOLS_PER_LANE)),
  )
  const traced = Array.from({ length: lanes }, () => new Seat(launch, profile, 'traced'))
  const fresh = new Seat(launch, profile, 'spied')
  const seats = [...traced, fresh]
  const end = async (): Promise<void> => void (await Promise.all(seats.map((seat) => seat.end())))
  const failed = async (reason: string): Promise<Opening> => {
    await end()
    return { ok: false, reasons: [`The server cannot be tested: ${reason}`] }
  }
  const [first] = await Promise.all(seats.map((seat) => seat.process()))
  if (first === undefined || typeof first === 'string') return failed(first ?? 'it did not start.')
  const listed = await first.listTools(check.startTimeoutMs)
  if (!listed.ok) return failed(`tools/list was not answered: ${listed.reason}`)
  const warm = { traced: traced.map((seat) => ({ seat, profile })), fresh: [{ seat: fresh, profile }] }
  const { tools, problems } = listed
  return { ok: true, opened: { info: first.server, tools, problems, profile, warm, end } }
}
