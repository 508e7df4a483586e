import type { Effect } from '../../judge/effect-evidence.ts'
import { findCausesByHalving } from './bisect-culprits.ts'
import { callAlone } from './call-alone.ts'
import { type Idle, runIdle } from './run-idle.ts'
import { effectsIn } from '../evidence/effects.ts'
import { type Gathering, passOptions } from '../call/gathering.ts'
import { type Observation, observe } from '../evidence/observe.ts'
import type { Pass } from '../call/pass.ts'
import { pool } from '../pool.ts'
import type { Subject } from '../plan/subject.ts'
import { mergeObservations } from './merge-observations.ts'
import { type Suspicion, NO_SUSPICION } from './suspicions.ts'
import { type Unattributed, normalizedKey, repeats, unattributedEffects } from './unattributed.ts'
import { hadEffectOrExit, unsettledIn } from './unsettled.ts'

/** Each has a process or two. */
const AT_ONCE = 4

interface Retested {
  readonly observations: ReadonlyMap<Subject, Observation>
  /** Those that an early end kept from being called alone. */
  readonly notRetested: ReadonlySet<Subject>
  readonly unexplained: readonly Effect[]
  readonly passes: readonly Pass[]
}

/** Calls every suspect again, alone, and searches for whoever did what none of them repeats. */
export async function retestAll(
  gathering: Gathering,
  pass: Pass,
  seen: (tool: string) => Observation,
  suspicions: ReadonlyMap<Subject, Suspicion>,
): Promise<Retested> {
  gathering.progressCounter.begin('retesting')
  const alone = await callSuspectsAlone(gathering, suspicions)
  const { unattributed, candidates: possibleCauses, causes } = await findCauses(gathering, pass, suspicions, alone)
  const found = await callEachAlone(gathering, new Map(causes.map((one) => [one, NO_SUSPICION])), alone.quietMs)
  const all = new Map([...alone.passes, ...found])
  const observations = new Map(
    [...all].map(([subject, own]) => [
      subject,
      mergeObservations(
        observe(own, alone.idle.background)(subject.tool),
        seen(subject.tool),
        suspicions.get(subject),
        gathering.nextId,
      ),
    ]),
  )
  // Whoever was not called alone may have done it.
  const isCutOff = gathering.server.stop.reason !== undefined
  const explained = new Set([...observations.values()].flatMap(({ effects }) => effects.map(normalizedKey)))
  return {
    observations,
    notRetested: new Set(isCutOff ? [...possibleCauses, ...causes] : []),
    unexplained: isCutOff
      ? []
      : unattributed.map(({ effect }) => effect).filter((effect) => !explained.has(normalizedKey(effect))),
    passes: [...all.values()],
  }
}

interface CalledAlone {
  readonly idle: Idle
  readonly passes: ReadonlyMap<Subject, Pass>
  /** How long each process is left alone before its first call. */
  readonly quietMs: number
}

/** The suspects, each alone, and the server without any call: one that is still busy starting is given its time. */
async function callSuspectsAlone(
  gathering: Gathering,
  suspicions: ReadonlyMap<Subject, Suspicion>,
): Promise<CalledAlone> {
  const { server, profile, settleMs } = gathering
  const [idle, passes] = await Promise.all([
    runIdle(server, profile, settleMs),
    callEachAlone(gathering, suspicions, 0),
  ])
  if (!idle.startsLate) return { idle, passes, quietMs: 0 }
  return { idle, passes: await callEachAlone(gathering, suspicions, settleMs), quietMs: settleMs }
}

interface Causes {
  readonly unattributed: readonly Unattributed[]
  /** Who may have done it, and who did. */
  readonly candidates: readonly Subject[]
  readonly causes: readonly Subject[]
}

/** Whose calls show again what was seen among the calls of all, and no suspect did alone? */
async function findCauses(
  gathering: Gathering,
  pass: Pass,
  suspicions: ReadonlyMap<Subject, Suspicion>,
  { idle, passes, quietMs }: CalledAlone,
): Promise<Causes> {
  const { server, settleMs } = gathering
  const repeated = [...passes.values()].flatMap(effectsIn).filter(({ during }) => during !== undefined)
  const known = [...repeated.map(({ thing }) => thing), ...idle.effects]
  const unattributed = unattributedEffects(pass, known, new Set(suspicions.keys()))
  const calledBefore = [...new Set(unattributed.flatMap((one) => one.possibleCauses))]
  const unsettled = unsettledIn(pass, settleMs, new Set(passes.keys()))
  const options = { ...passOptions(gathering), quietMs }
  const causes = [
    ...(await findCausesByHalving(server, calledBefore, repeats(unattributed), options)),
    ...(await findCausesByHalving(server, unsettled, (again) => hadEffectOrExit(again, idle.background), options)),
  ]
  return { unattributed, candidates: [...calledBefore, ...unsettled], causes }
}

async function callEachAlone(
  gathering: Gathering,
  suspicions: ReadonlyMap<Subject, Suspicion>,
  quietMs: number,
): Promise<ReadonlyMap<Subject, Pass>> {
  const { server, nextId } = gathering
  const alone = { server, nextId, options: { ...passOptions(gathering), quietMs } }
  const made = await pool([...suspicions], AT_ONCE, async ([subject, suspicion]) => {
    const pass = await callAlone(subject, suspicion, alone)
    return server.stop.reason === undefined ? [[subject, pass] as const] : []
  })
  return new Map(made.flat())
}
