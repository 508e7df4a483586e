import { comparable } from '../judge/comparable.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type { Doubts } from './alone.ts'
import { tellsTime } from './clock.ts'
import { groupBy } from './group-by.ts'
import { blindnessIn } from './observe.ts'
import { type Witness, callsIn, ownerOf } from './owners.ts'
import type { Pass } from './pass.ts'
import type { Subject } from './subject.ts'

/** Judged by what is listed and written down: calling again shows nothing new. */
const SETTLED = new Set(['E001', 'E002', 'E003', 'E018', 'W021', 'W024', 'W026', 'W027'])
const UNSTEADY = new Set(['E013', 'W022', 'W023'])
const HIDDEN = new Set(['E011', 'E015'])

/** Which tools looked guilty while others were called around them, and of what? */
export function doubtsAbout(
  subjects: readonly Subject[],
  evidence: readonly ToolEvidence[],
  findings: readonly Finding[],
  pass: Pass,
): Map<Subject, Doubts> {
  const doubts = new Map<Subject, Doubts>()
  const open = groupBy(
    findings.filter(({ code }) => !SETTLED.has(code)),
    ({ tool }) => tool,
  )
  const sentAt = new Map(pass.performed.map(({ planned, reply }) => [planned.id, reply.sentAt]))
  const active = new Set(evidence.filter(({ effects }) => effects.length > 0).map(({ tool }) => tool))
  const timely = new Set(evidence.filter((seen) => maySoonDiffer(seen, sentAt)).map(({ tool }) => tool))
  const blind = blindnessIn(pass)
  const busy = new Set(pass.processes.flatMap((process) => startersIn(process, pass)))
  for (const subject of subjects.filter(({ plan }) => !plan.once)) {
    const own = open.get(subject.tool) ?? []
    const isSuspect = [active, timely, blind, busy].some((tools) => tools.has(subject.tool))
    if (own.length === 0 && !isSuspect) continue
    const late = pass.performed.filter((one) => one.subject === subject && one.reply.kind === 'timeout')
    doubts.set(subject, {
      timedOut: late.map(({ planned }) => planned),
      unsteady: own.some(({ code }) => UNSTEADY.has(code)),
      hidden: own.some(({ code }) => HIDDEN.has(code)),
      timely: timely.has(subject.tool),
    })
  }
  return doubts
}

/** The tools in whose time a process was started that then went on running: it may outlive the server. */
function startersIn(process: Witness, { performed }: Pass): readonly string[] {
  const calls = callsIn(process, performed)
  const running = process.sightings.filter(({ kind }) => kind === 'running')
  return running.flatMap(({ at }) => ownerOf(at, calls)?.subject.tool ?? [])
}

/** Is it promised to answer the same always, and answers by the clock? All its repeats may fall into one second. */
function maySoonDiffer({ contract, calls }: ToolEvidence, sentAt: ReadonlyMap<number, number>): boolean {
  if (contract?.promised.deterministic !== true) return false
  return calls.some(({ id, base, answer, ignorePaths }) => {
    const compared = base === undefined ? comparable(answer, ignorePaths) : undefined
    return compared !== undefined && tellsTime(JSON.stringify(compared), sentAt.get(id) ?? 0)
  })
}
