import type { Effect } from '../judge/effect-evidence.ts'
import { type Seen, effectKey, effectsOf } from './effects.ts'
import type { Pass } from './pass.ts'
import type { Subject } from './subject.ts'

/** An effect that the tool in whose time it came did not repeat, and the tools called before it. */
export interface Stray {
  readonly effect: Effect
  readonly candidates: readonly Subject[]
}

/** Effects of a pass that came after a call and that nobody examined has repeated. */
export function straysOf(pass: Pass, repeated: readonly Effect[], examined: ReadonlySet<Subject>): Stray[] {
  const explained = new Set(repeated.map(likeness))
  const strays = new Map<string, Stray>()
  for (const process of pass.processes) {
    for (const seen of effectsOf(process, pass.performed)) {
      const key = likeness(seen.thing)
      if (seen.during === undefined || explained.has(key) || strays.has(key)) continue
      strays.set(key, { effect: seen.thing, candidates: calledBefore(seen, process.number, pass, examined) })
    }
  }
  return [...strays.values()]
}

/** Whether one of the strays came again in a pass, after a call. */
export function repeats(strays: readonly Stray[]): (pass: Pass) => boolean {
  const wanted = new Set(strays.map(({ effect }) => likeness(effect)))
  return (pass) =>
    pass.processes
      .flatMap((process) => effectsOf(process, pass.performed))
      .some(({ during, thing }) => during !== undefined && wanted.has(likeness(thing)))
}

function calledBefore(
  { at }: Seen<Effect>,
  process: number,
  { performed }: Pass,
  examined: ReadonlySet<Subject>,
): Subject[] {
  const before = performed.filter((one) => one.process === process && one.reply.sentAt <= at)
  return [...new Set(before.map(({ subject }) => subject))].filter(
    (subject) => !examined.has(subject) && !subject.plan.once,
  )
}

/** Names made by a clock or by chance differ from run to run. */
export function likeness(effect: Effect): string {
  const isTemporary = 'place' in effect && effect.place === 'temp'
  return effectKey(effect).replaceAll(isTemporary ? TEMPORARY : MADE, '#')
}

const MADE = /[0-9a-f]{6,}|\d+/gi
/** Those of temporary files are often nothing but letters: any long word may be chance. */
const TEMPORARY = /\w*\d\w*|\w{6,}/g
