import type { ListedTool } from '../connect/session.ts'
import type { Effect } from '../judge/effect-evidence.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type { Launch, Profile } from './launch.ts'
import type { Pass, PassOptions, WarmSeat } from './pass.ts'
import type { Subject } from './subject.ts'
import type { Surroundings } from './tool-evidence.ts'

/** What it takes to gather evidence. */
export interface Gathering {
  readonly launch: Launch
  readonly profile: Profile
  readonly subjects: readonly Subject[]
  /** What the server lists at the start. */
  readonly listed: readonly ListedTool[]
  readonly workers: number
  readonly settleMs: number
  readonly listTimeoutMs: number
  readonly warm: { readonly traced: readonly WarmSeat[]; readonly fresh: readonly WarmSeat[] }
  readonly changedSinceLock: Surroundings['changedSinceLock']
  readonly nextId: () => number
  readonly judge: (seen: Gathered) => readonly Finding[]
  readonly onProgress: (phase: 'calling' | 'examining', tool: string) => void
}

/** What was seen in a run. */
export interface Gathered {
  readonly tools: readonly ToolEvidence[]
  readonly unexplained: readonly Effect[]
  readonly pass: Pass
}

export function passOptions({ settleMs, listTimeoutMs }: Gathering): Omit<PassOptions, 'watch' | 'workers'> {
  return { settleMs, listTimeoutMs }
}
