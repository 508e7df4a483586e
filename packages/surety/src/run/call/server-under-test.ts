import { type Launch, type ObservationMode, isContained } from '../process/launch.ts'
import { type Started, startServer } from '../process/start-server.ts'
import type { Profile } from '../plan/profile.ts'
import type { Task } from '../plan/subject.ts'
import type { Stop } from '../request/stop.ts'
import { makePass } from './make-pass.ts'
import type { Pass, PassOptions } from './pass.ts'

/** The one port by which a run starts the server's processes once it is open: whoever plans, suspects and attributes asks here, and tests answer with literals. */
export interface ServerUnderTest {
  /** Can calls do no harm? */
  readonly isContained: boolean
  /** Can a tracer see what it does, and slow it down? */
  readonly isTraceable: boolean
  readonly listTimeoutMs: number
  /** Once it is asked for, nothing more is started or called. */
  readonly stop: Stop
  /** Makes the calls of every task. */
  readonly call: (tasks: readonly Task[], options: PassOptions) => Promise<Pass>
  /** Starts one process, to be called by whoever asked for it. */
  readonly start: (profile: Profile, watch: ObservationMode) => Promise<Started>
}

export function serverUnderTest(launch: Launch): ServerUnderTest {
  return {
    isContained: isContained(launch),
    isTraceable: launch.layers.L2.works,
    listTimeoutMs: launch.startTimeoutMs,
    stop: launch.stop,
    call: (tasks, options) => makePass(launch, tasks, options),
    start: (profile, watch) => startServer(launch, profile, watch),
  }
}
