import type { ListedTool } from '../connect/session.ts'
import { groupBy } from './group-by.ts'
import { type Launch, type Profile, type Watch, profileKey } from './launch.ts'
import { type Performed, perform } from './perform.ts'
import { Seat } from './seat.ts'
import type { ServerProcess } from './server-process.ts'
import type { Task } from './subject.ts'

/** What came of many calls: the calls, the processes they were made in, and what those listed in the end. */
export interface Pass {
  readonly performed: readonly Performed[]
  readonly processes: readonly ServerProcess[]
  readonly listings: readonly (readonly ListedTool[])[]
}

export interface PassOptions {
  readonly watch: Watch
  /** How long to wait, once, for what comes after the answers. */
  readonly settleMs: number | ((process: ServerProcess) => number)
  /** Processes side by side for each kind of process. */
  readonly workers: number
  readonly listTimeoutMs: number
  /** How long each process is left alone before its first call. */
  readonly quietMs?: number
  /** Seats whose process is already up. */
  readonly warm?: readonly WarmSeat[]
  readonly onTask?: (task: Task) => void
}

export interface WarmSeat {
  readonly seat: Seat
  readonly profile: Profile
}

export const NO_PASS: Pass = { performed: [], processes: [], listings: [] }

/** Makes the calls of every task, each kind of process with its own lanes, one call at a time in each process. */
export async function makePass(launch: Launch, tasks: readonly Task[], options: PassOptions): Promise<Pass> {
  const warm = [...(options.warm ?? [])]
  const lanes = lanesOf(tasks, options.workers).map((lane) => ({ ...lane, seat: seatFor(launch, lane, warm, options) }))
  await Promise.all(warm.map(({ seat }) => seat.end()))
  return joined(await Promise.all(lanes.map((lane) => runLane(lane, options))))
}

export function joined(passes: readonly Pass[]): Pass {
  return {
    performed: passes.flatMap(({ performed }) => performed),
    processes: passes.flatMap(({ processes }) => processes),
    listings: passes.flatMap(({ listings }) => listings),
  }
}

interface Lane {
  readonly profile: Profile
  readonly tasks: readonly Task[]
}

/** Tools are dealt out like cards, so that costly neighbours land in different lanes. */
function lanesOf(tasks: readonly Task[], workers: number): Lane[] {
  const groups = groupBy(tasks, ({ profile }) => profileKey(profile))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const count = Math.max(1, Math.min(workers, Math.ceil(group.length / 4)))
    return Array.from({ length: count }, (_, lane) => ({
      profile: first.profile,
      tasks: group.filter((_task, index) => index % count === lane),
    }))
  })
}

function seatFor(launch: Launch, { profile }: Lane, warm: WarmSeat[], { watch, quietMs = 0 }: PassOptions): Seat {
  const index = warm.findIndex((one) => profileKey(one.profile) === profileKey(profile))
  const [taken] = index < 0 ? [] : warm.splice(index, 1)
  return taken?.seat ?? new Seat(launch, profile, watch, quietMs)
}

async function runLane({ seat, tasks }: Lane & { readonly seat: Seat }, options: PassOptions): Promise<Pass> {
  const performed: Performed[] = []
  for (const task of tasks) {
    performed.push(...(await perform(seat, task)))
    const process = await seat.process()
    if (typeof process !== 'string') await process.scan()
    options.onTask?.(task)
  }
  const listings = await finish(seat, options)
  await seat.end()
  return { performed, processes: seat.processes, listings }
}

/** Processes watched from outside are asked again what they list. */
async function finish(seat: Seat, { settleMs, listTimeoutMs, watch }: PassOptions): Promise<Pass['listings']> {
  const process = await seat.process()
  if (typeof process === 'string') return []
  if (typeof settleMs === 'function') await process.settle(0)
  await process.settle(typeof settleMs === 'function' ? settleMs(process) : settleMs)
  if (watch !== 'traced') return []
  const listed = await process.listTools(listTimeoutMs)
  return listed.ok ? [listed.tools] : []
}
