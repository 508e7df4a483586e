import { comparable } from '../../judge/comparable.ts'
import { retestOf } from '../../judge/rules/index.ts'
import type { ToolEvidence } from '../../judge/evidence.ts'
import type { Finding } from '../../judge/finding.ts'
import { tellsTime } from '../evidence/clock.ts'
import { groupBy } from '../../judge/group-by.ts'
import { blindnessIn } from '../evidence/observe.ts'
import { type ObservedProcess, callsInProcess, lastCallBefore } from '../evidence/owners.ts'
import type { Pass } from '../call/pass.ts'
import type { PlannedCall, Subject } from '../plan/subject.ts'
import { unmeasuredIn } from '../evidence/unmeasured.ts'

/** What a tool is retested alone for. */
export interface Suspicion {
  /** Calls that had no answer in time under the tracer. */
  readonly timedOut: readonly PlannedCall[]
  /** Its answers differed. */
  readonly nonDeterministic: boolean
  /** It called others, or changed its input. */
  readonly hasHiddenCalls: boolean
  /** It promises the same answer always, and tells the time. */
  readonly dependsOnClock: boolean
}

export const NO_SUSPICION: Suspicion = {
  timedOut: [],
  nonDeterministic: false,
  hasHiddenCalls: false,
  dependsOnClock: false,
}

/** Which tools are to be retested alone, and what for: those with findings or effects while others were called around them. */
export function suspicionsAbout(
  subjects: readonly Subject[],
  evidence: readonly ToolEvidence[],
  findings: readonly Finding[],
  pass: Pass,
): Map<Subject, Suspicion> {
  const suspicions = new Map<Subject, Suspicion>()
  const open = groupBy(
    findings.filter(({ code, needsNoRetest }) => needsNoRetest !== true && retestOf(code).needsNoRetest !== true),
    ({ tool }) => tool,
  )
  const sentAt = new Map(pass.performed.map(({ planned, reply }) => [planned.id, reply.sentAt]))
  const active = new Set(evidence.filter(({ effects }) => effects.length > 0).map(({ tool }) => tool))
  const dependsOnClock = new Set(evidence.filter((seen) => answersWithTheTime(seen, sentAt)).map(({ tool }) => tool))
  const blind = blindnessIn(pass)
  const unmeasured = new Set([...unmeasuredIn(pass)].flatMap(([tool, { isTemporary }]) => (isTemporary ? [tool] : [])))
  const busy = new Set(pass.processes.flatMap((process) => startersIn(process, pass)))
  for (const subject of subjects.filter(({ plan }) => !plan.mayCallOnlyOnce)) {
    const own = open.get(subject.tool) ?? []
    const isSuspect = [active, dependsOnClock, blind, busy, unmeasured].some((tools) => tools.has(subject.tool))
    if (own.length === 0 && !isSuspect) continue
    const late = pass.performed.filter((one) => one.subject === subject && one.reply.kind === 'timeout')
    suspicions.set(subject, {
      timedOut: late.map(({ planned }) => planned),
      nonDeterministic: own.some(({ code }) => retestOf(code).moreRepeats),
      hasHiddenCalls: own.some(({ code }) => retestOf(code).lookInside),
      dependsOnClock: dependsOnClock.has(subject.tool),
    })
  }
  return suspicions
}

/** The tools in whose time a process was started that then went on running: it may outlive the server. */
function startersIn(process: ObservedProcess, { performed }: Pass): readonly string[] {
  const calls = callsInProcess(process, performed)
  const running = process.sightings.filter(({ kind }) => kind === 'running')
  return running.flatMap(({ at }) => lastCallBefore(at, calls)?.subject.tool ?? [])
}

/** Is it promised to answer the same always, and answers by the clock? All its repeats may fall into one second. */
function answersWithTheTime({ contract, calls }: ToolEvidence, sentAt: ReadonlyMap<number, number>): boolean {
  if (contract?.promised.deterministic !== true) return false
  return calls.some(({ id, base, answer, ignorePaths }) => {
    const compared = base === undefined ? comparable(answer, ignorePaths) : undefined
    return compared !== undefined && tellsTime(JSON.stringify(compared), sentAt.get(id) ?? 0)
  })
}
