import type { Effect } from '../judge/evidence.ts'
import { type Seen, effectKey, effectsOf } from './effects.ts'
import type { Launch } from './launch.ts'
import { makePass } from './make-pass.ts'
import type { Pass, PassOptions } from './pass.ts'
import { pool } from './pool.ts'
import type { Subject } from './subject.ts'
import { tasksOf } from './tasks.ts'

const PARTS = 8
const AT_ONCE = 4

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

/** The tools whose calls alone bring the strays back, found by halving the candidates again and again. */
export async function findCulprits(
  launch: Launch,
  strays: readonly Stray[],
  options: Omit<PassOptions, 'watch' | 'workers'>,
): Promise<Subject[]> {
  const wanted = new Set(strays.map(({ effect }) => likeness(effect)))
  const candidates = [...new Set(strays.flatMap((stray) => stray.candidates))]
  const search = async (group: readonly Subject[]): Promise<Subject[]> => {
    const tasks = group.flatMap((subject) => tasksOf(subject, subject.plan.calls))
    const pass = await makePass(launch, tasks, { ...options, watch: 'traced', workers: 1 })
    const seen = pass.processes.flatMap((process) => effectsOf(process, pass.performed))
    if (!seen.some(({ during, thing }) => during !== undefined && wanted.has(likeness(thing)))) return []
    return group.length === 1 ? [...group] : split(group, search)
  }
  return split(candidates, search)
}

async function split(
  group: readonly Subject[],
  search: (part: readonly Subject[]) => Promise<Subject[]>,
): Promise<Subject[]> {
  const size = Math.ceil(group.length / PARTS)
  const parts = Array.from({ length: Math.ceil(group.length / (size || 1)) }, (_, index) =>
    group.slice(index * size, (index + 1) * size),
  )
  return (await pool(parts, AT_ONCE, search)).flat()
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
  return effectKey(effect).replaceAll(/[0-9a-f]{6,}|\d+/gi, '#')
}
