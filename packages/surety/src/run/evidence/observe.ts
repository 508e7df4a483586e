import type { Effect, InputMutation, NestedCall } from '../../judge/effect-evidence.ts'
import { type Attributed, effectKey, effectsIn, mutationsOf, nestedCallsOf, programsOf } from './effects.ts'
import { groupBy } from '../../judge/group-by.ts'
import type { Pass } from '../call/pass.ts'
import type { Performed } from '../call/perform.ts'
import { type Unmeasured, unmeasuredIn } from './unmeasured.ts'

/** What was seen of one tool in a pass, by the clock: in its calls, and until the next call was sent. */
export interface Observation {
  readonly calls: readonly Performed[]
  readonly effects: readonly Effect[]
  readonly nestedCalls: readonly NestedCall[]
  readonly mutations: readonly InputMutation[]
  /** Programs that it started, each once. */
  readonly programs: readonly string[]
  /** Why its effects may not have been seen, if so. */
  readonly blind: string | undefined
  /** Why its memory may not have been measured, if so. */
  readonly unmeasured: Unmeasured | undefined
  /** Why what was seen could not be confirmed, if so: the run ended before. */
  readonly unfinished?: string
}

/** Effects that come whether or not anything is called. */
export type Background = ReadonlySet<string>

/** What was seen of each tool. */
export function observe(pass: Pass, background: Background): (tool: string) => Observation {
  const calls = groupBy(pass.performed, ({ subject }) => subject.tool)
  const effects = owned(effectsIn(pass))
  const nestedCalls = owned(pass.processes.flatMap((process) => nestedCallsOf(process, pass.performed)))
  const mutations = owned(pass.processes.flatMap((process) => mutationsOf(process, pass.performed)))
  const programs = owned(pass.processes.flatMap((process) => programsOf(process, pass.performed)))
  const blind = blindnessIn(pass)
  const unmeasured = unmeasuredIn(pass)
  return (tool) => ({
    calls: calls.get(tool) ?? [],
    effects: (effects.get(tool) ?? []).filter((effect) => !background.has(effectKey(effect))),
    nestedCalls: nestedCalls.get(tool) ?? [],
    mutations: mutations.get(tool) ?? [],
    programs: [...new Set(programs.get(tool))],
    blind: blind.get(tool),
    unmeasured: unmeasured.get(tool),
  })
}

const UNTRACED = 'while it was traced, none of its calls was answered in time'

/** The tools whose effects may not have been seen in a pass, and why. */
export function blindnessIn({ processes, performed }: Pass): Map<string, string> {
  const traced = new Set(processes.filter(({ isTraced }) => isTraced).map(({ number }) => number))
  const reasons = new Map(
    processes.flatMap(({ number, readyAt, sightings }) =>
      sightings.flatMap((one) => (one.kind === 'blind' && one.at >= readyAt ? [[number, one.reason] as const] : [])),
    ),
  )
  const blind = new Map<string, string>()
  for (const [tool, calls] of groupBy(performed, ({ subject }) => subject.tool)) {
    const reason = calls.map(({ process }) => reasons.get(process)).find((one) => one !== undefined)
    const answered = calls.filter(({ reply }) => reply.kind === 'result' || reply.kind === 'error')
    const isUntraced = answered.length > 0 && !answered.some(({ process }) => traced.has(process))
    if (reason !== undefined || isUntraced) blind.set(tool, reason ?? UNTRACED)
  }
  return blind
}

function owned<Thing>(seen: readonly Attributed<Thing>[]): Map<string, Thing[]> {
  const inCalls = seen.flatMap(({ during, thing }) =>
    during === undefined ? [] : [{ tool: during.subject.tool, thing }],
  )
  const groups = groupBy(inCalls, ({ tool }) => tool)
  return new Map([...groups].map(([tool, own]) => [tool, own.map(({ thing }) => thing)]))
}
