import type { Reply } from '../connect/session.ts'
import { comparable } from '../judge/comparable.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type { Doubts } from './alone.ts'
import { tellsTime } from './clock.ts'
import { groupBy } from './group-by.ts'
import type { Pass } from './pass.ts'
import type { Performed } from './perform.ts'
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
  const byId = new Map(pass.performed.map((one) => [one.planned.id, one]))
  const active = new Set(evidence.filter(({ effects }) => effects.length > 0).map(({ tool }) => tool))
  const timely = new Set(evidence.filter((seen) => maySoonDiffer(seen, byId)).map(({ tool }) => tool))
  const overrun = new Set(pass.performed.filter((one) => isOverrun(one, byId)).map(({ subject }) => subject))
  for (const subject of subjects.filter(({ plan }) => !plan.once)) {
    const own = open.get(subject.tool) ?? []
    const isClear = !active.has(subject.tool) && !timely.has(subject.tool) && !overrun.has(subject)
    if (own.length === 0 && isClear) continue
    const late = pass.performed.filter(
      ({ subject: about, reply, crowded }) => about === subject && reply.kind === 'timeout' && !crowded,
    )
    doubts.set(subject, {
      timedOut: late.map(({ planned }) => planned),
      unsteady: own.some(({ code }) => UNSTEADY.has(code)),
      hidden: own.some(({ code }) => HIDDEN.has(code)),
      timely: timely.has(subject.tool),
    })
  }
  return doubts
}

/** Was a repeat refused among other calls: then what else was refused there may have been for that reason alone. */
function isOverrun({ planned, crowded, reply }: Performed, byId: ReadonlyMap<number, Performed>): boolean {
  if (!crowded || planned.purpose !== 'repeat' || planned.base === undefined) return false
  const base = byId.get(planned.base)
  return base !== undefined && isAccepted(base.reply) && !isAccepted(reply)
}

function isAccepted(reply: Reply): boolean {
  return reply.kind === 'result' && reply.result['isError'] !== true
}

/** Is it promised to answer the same always, and answers by the clock? All its repeats may fall into one second. */
function maySoonDiffer({ contract, calls }: ToolEvidence, byId: ReadonlyMap<number, Performed>): boolean {
  if (contract?.promised.deterministic !== true) return false
  return calls.some(({ id, base, answer, ignorePaths }) => {
    const compared = base === undefined ? comparable(answer, ignorePaths) : undefined
    return compared !== undefined && tellsTime(JSON.stringify(compared), byId.get(id)?.reply.sentAt ?? 0)
  })
}
