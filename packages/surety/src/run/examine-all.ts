import type { Effect } from '../judge/effect-evidence.ts'
import { type Doubts, NO_DOUBTS, examine } from './alone.ts'
import { watchIdle } from './background.ts'
import { findCulprits } from './culprits.ts'
import { effectsOf } from './effects.ts'
import { type Gathering, passOptions } from './gathering.ts'
import { type Observation, observe } from './observe.ts'
import type { Pass } from './pass.ts'
import { pool } from './pool.ts'
import type { Subject } from './subject.ts'
import { together } from './together.ts'
import { likeness, repeats, straysOf } from './unexplained.ts'
import { isEventful, unsettledIn } from './unsettled.ts'

/** Each has a process or two. */
const AT_ONCE = 4

interface Examined {
  readonly observations: ReadonlyMap<Subject, Observation>
  readonly unexplained: readonly Effect[]
  readonly passes: readonly Pass[]
}

/** Looks at every doubtful tool again, alone, and for whoever did what none of them repeats. */
export async function examineAll(
  gathering: Gathering,
  pass: Pass,
  seen: (tool: string) => Observation,
  doubts: Map<Subject, Doubts>,
): Promise<Examined> {
  const { launch, profile, settleMs } = gathering
  const [idle, early] = await Promise.all([
    watchIdle(launch, profile, settleMs),
    examineEach(gathering, doubts, settleMs, 0),
  ])
  const quietMs = idle.startsLate ? settleMs : 0
  const passes = idle.startsLate ? await examineEach(gathering, doubts, settleMs, quietMs) : early
  const repeated = [...passes.values()].flatMap((one) =>
    one.processes.flatMap((process) => effectsOf(process, one.performed)),
  )
  const known = repeated.filter(({ during }) => during !== undefined).map(({ thing }) => thing)
  const strays = straysOf(pass, [...known, ...idle.effects], new Set(doubts.keys()))
  const candidates = [...new Set(strays.flatMap((stray) => stray.candidates))]
  const options = { ...passOptions(gathering), quietMs }
  const unsettled = unsettledIn(pass, settleMs, new Set(passes.keys()))
  const culprits = [
    ...(await findCulprits(launch, candidates, repeats(strays), options)),
    ...(await findCulprits(launch, unsettled, (again) => isEventful(again, idle.background), options)),
  ]
  const found = await examineEach(gathering, new Map(culprits.map((one) => [one, NO_DOUBTS])), settleMs, quietMs)
  const all = new Map([...passes, ...found])
  const observations = new Map(
    [...all].map(([subject, own]) => [
      subject,
      together(observe(own, idle.background)(subject.tool), seen(subject.tool), doubts.get(subject), gathering.nextId),
    ]),
  )
  const explained = new Set([...observations.values()].flatMap(({ effects }) => effects.map(likeness)))
  return {
    observations,
    unexplained: strays.map(({ effect }) => effect).filter((effect) => !explained.has(likeness(effect))),
    passes: [...all.values()],
  }
}

async function examineEach(
  gathering: Gathering,
  doubts: ReadonlyMap<Subject, Doubts>,
  settleMs: number,
  quietMs: number,
): Promise<Map<Subject, Pass>> {
  const { launch, nextId, onProgress } = gathering
  const alone = { launch, nextId, options: { ...passOptions(gathering), settleMs, quietMs } }
  const examined = await pool([...doubts], AT_ONCE, async ([subject, doubt]) => {
    onProgress('examining', subject.tool)
    return [subject, await examine(subject, doubt, alone)] as const
  })
  return new Map(examined)
}
