import type { CallerApprovals } from '../approvals/caller-approvals.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { Served } from '../served.ts'
import type { Workload } from '../workload.ts'
import type { Changes } from '../changes.ts'

/** What one server has to answer requests with, whatever they come by. */
export interface Service {
  readonly served: Served
  readonly info: { readonly name: string; readonly version: string }
  readonly instructions: string | undefined
  readonly limits: Limits
  readonly log: Log
  /** Where the person behind a client may approve its calls. */
  readonly callerApprovals: CallerApprovals | undefined
  readonly workload: Workload
  readonly changes: Changes
}
