import type { ListedTool } from '../../connect/session.ts'
import type { Effect } from '../../judge/effect-evidence.ts'
import type { Inside, ToolEvidence } from '../../judge/evidence.ts'
import type { Finding } from '../../judge/finding.ts'
import type { Profile } from '../plan/profile.ts'
import type { WarmSlot } from '../process/server-slot.ts'
import type { Pass, PassOptions } from './pass.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import type { Subject } from '../plan/subject.ts'
import type { ProgressCounter } from '../request/progress-counter.ts'

/** What it takes to gather evidence. */
export interface Gathering {
  readonly server: ServerUnderTest
  /** What the spy can see of this server. */
  readonly insideOf: (pass: Pass) => (tool: string) => Inside
  readonly profile: Profile
  readonly subjects: readonly Subject[]
  /** What the server lists at the start. */
  readonly listed: readonly ListedTool[]
  readonly workers: number
  readonly settleMs: number
  /** How often an input is sent to a tool that promises the same answer always. */
  readonly determinismRuns: number
  readonly warm: { readonly traced: readonly WarmSlot[]; readonly fresh: readonly WarmSlot[] }
  /** By tool: what of its definition differs from the lock; undefined where nothing is locked. */
  readonly changedSinceLock: ReadonlyMap<string, readonly string[]> | undefined
  readonly nextId: () => number
  readonly judge: (seen: Gathered) => readonly Finding[]
  readonly progressCounter: ProgressCounter
}

/** What was seen in a run. */
export interface Gathered {
  readonly tools: readonly ToolEvidence[]
  readonly unexplained: readonly Effect[]
  readonly pass: Pass
}

export function passOptions({
  settleMs,
  server: { listTimeoutMs },
  progressCounter,
}: Gathering): Omit<PassOptions, 'watch' | 'workers'> {
  return { settleMs, listTimeoutMs, progressCounter }
}
