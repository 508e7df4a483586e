import type { Effect } from '../../judge/effect-evidence.ts'
import { type Attributed, effectKey, effectsIn, effectsOf, filesWrittenByMachine } from '../evidence/effects.ts'
import type { Pass } from '../call/pass.ts'
import type { Subject } from '../plan/subject.ts'

/** An effect that the tool in whose time it came did not repeat, and the tools called before it. */
export interface Unattributed {
  readonly effect: Effect
  readonly possibleCauses: readonly Subject[]
}

/** Effects of a pass that came after a call and that no tool called alone has repeated. */
export function unattributedEffects(
  pass: Pass,
  repeated: readonly Effect[],
  retested: ReadonlySet<Subject>,
): Unattributed[] {
  const explained = new Set(repeated.map(normalizedKey))
  const unattributed = new Map<string, Unattributed>()
  const machines = filesWrittenByMachine(pass.processes)
  for (const process of pass.processes) {
    for (const seen of effectsOf(process, pass.performed, machines)) {
      const key = normalizedKey(seen.thing)
      if (seen.during === undefined || explained.has(key) || unattributed.has(key)) continue
      unattributed.set(key, { effect: seen.thing, possibleCauses: calledBefore(seen, process.number, pass, retested) })
    }
  }
  return [...unattributed.values()]
}

/** Whether one of the unattributed effects came again in a pass, after a call. */
export function repeats(unattributed: readonly Unattributed[]): (pass: Pass) => boolean {
  const wanted = new Set(unattributed.map(({ effect }) => normalizedKey(effect)))
  return (pass) => effectsIn(pass).some(({ during, thing }) => during !== undefined && wanted.has(normalizedKey(thing)))
}

function calledBefore(
  { at }: Attributed<Effect>,
  process: number,
  { performed }: Pass,
  retested: ReadonlySet<Subject>,
): Subject[] {
  const before = performed.filter((one) => one.process === process && one.reply.sentAt <= at)
  return [...new Set(before.map(({ subject }) => subject))].filter(
    (subject) => !retested.has(subject) && !subject.plan.mayCallOnlyOnce,
  )
}

/** Generated parts of a name (times, ids) differ from run to run: each is replaced by #. */
export function normalizedKey(effect: Effect): string {
  const isTemporary = 'place' in effect && effect.place === 'temp'
  return effectKey(effect).replaceAll(isTemporary ? TEMPORARY : GENERATED_PART, '#')
}

const GENERATED_PART = /[0-9a-f]{6,}|\d+/gi
/** Those of temporary files are often nothing but letters: any long word may be chance. */
const TEMPORARY = /\w*\d\w*|\w{6,}/g
