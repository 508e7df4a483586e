import type { Levels } from './layers.ts'
import { type Candidate, type Problem, byName } from './problem.ts'

/** For each fact the tools worth choosing to get it, by name. */
export type Alternatives = ReadonlyMap<string, readonly Candidate[]>

/** Leaves out tools that can never be called, that do not lead to the goal, and that do the same as one of an earlier name. */
export function alternativesOf({ producers, goal }: Problem, levels: Levels): Alternatives {
  const relevant = new Set([goal])
  const useful = new Set<Candidate>()
  for (const fact of relevant) {
    for (const tool of producers.get(fact) ?? []) {
      if (!levels.has(tool)) continue
      useful.add(tool)
      for (const need of tool.needs) relevant.add(need)
    }
  }
  const firstByEffect = new Map<string, Candidate>()
  for (const tool of [...useful].toSorted(byName)) {
    const gives = tool.gives.filter((fact) => relevant.has(fact))
    const effect = JSON.stringify([tool.needs.toSorted(), gives.toSorted()])
    if (!firstByEffect.has(effect)) firstByEffect.set(effect, tool)
  }
  const kept = new Set(firstByEffect.values())
  return new Map([...producers].map(([fact, tools]) => [fact, tools.filter((tool) => kept.has(tool))]))
}
