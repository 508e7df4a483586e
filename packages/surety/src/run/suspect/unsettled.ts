import { effectKey, effectsIn } from '../evidence/effects.ts'
import type { Background } from '../evidence/observe.ts'
import type { Pass } from '../call/pass.ts'
import type { Performed } from '../call/perform.ts'
import type { Subject } from '../plan/subject.ts'

/** What a call sets off may come late on a busy machine: this many times the settle time later at most. */
const LATE_SETTLES = 10

/** Did anything happen in or after the calls of a pass that does not happen anyway: an effect, or the server's end? */
export function hadEffectOrExit(pass: Pass, background: Background): boolean {
  const { performed } = pass
  const effects = effectsIn(pass)
  const hasEffect = effects.some(({ during, thing }) => during !== undefined && !background.has(effectKey(thing)))
  return hasEffect || performed.some(({ exit }) => exit !== undefined)
}

/**
 * The tools called in a process that ended before it could settle, by itself or for a call that took too long: what they
 * do after their answers, dying included, nobody has waited for. `calledAlone`: of these it was waited for.
 */
export function unsettledIn({ performed }: Pass, settleMs: number, calledAlone: ReadonlySet<Subject>): Subject[] {
  const cutShort = performed.filter(endsProcess).flatMap((ending) => {
    const since = ending.reply.endedAt - LATE_SETTLES * settleMs
    return performed.filter(({ process, reply }) => process === ending.process && reply.endedAt >= since)
  })
  return [...new Set(cutShort.map(({ subject }) => subject))].filter(
    (subject) => !calledAlone.has(subject) && !subject.plan.mayCallOnlyOnce,
  )
}

function endsProcess({ exit, reply: { kind } }: Performed): boolean {
  return exit !== undefined || kind === 'closed' || kind === 'timeout'
}
