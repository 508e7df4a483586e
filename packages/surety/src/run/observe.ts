import type { Effect, InputMutation, NestedCall } from '../judge/effect-evidence.ts'
import { type Seen, effectKey, effectsOf, mutationsOf, nestedCallsOf } from './effects.ts'
import { groupBy } from './group-by.ts'
import type { Pass } from './pass.ts'
import type { Performed } from './perform.ts'

/** What was seen of one tool in a pass, by the clock: in its calls, and until the next call was sent. */
export interface Observation {
  readonly calls: readonly Performed[]
  readonly effects: readonly Effect[]
  readonly nestedCalls: readonly NestedCall[]
  readonly mutations: readonly InputMutation[]
}

/** Effects that come whether or not anything is called. */
export type Background = ReadonlySet<string>

/** What was seen of each tool. */
export function observe(pass: Pass, background: Background): (tool: string) => Observation {
  const calls = groupBy(pass.performed, ({ subject }) => subject.tool)
  const effects = owned(pass.processes.flatMap((process) => effectsOf(process, pass.performed)))
  const nestedCalls = owned(pass.processes.flatMap((process) => nestedCallsOf(process, pass.performed)))
  const mutations = owned(pass.processes.flatMap((process) => mutationsOf(process, pass.performed)))
  return (tool) => ({
    calls: calls.get(tool) ?? [],
    effects: (effects.get(tool) ?? []).filter((effect) => !background.has(effectKey(effect))),
    nestedCalls: nestedCalls.get(tool) ?? [],
    mutations: mutations.get(tool) ?? [],
  })
}

function owned<Thing>(seen: readonly Seen<Thing>[]): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>()
  for (const { during, thing } of seen) {
    if (during === undefined) continue
    const { tool } = during.subject
    groups.set(tool, [...(groups.get(tool) ?? []), thing])
  }
  return groups
}
