import { at, itemAt } from './at.ts'
import type { Problem } from './problem.ts'

/** For each fact the tools worth choosing to get it, by name. */
export type Choices = readonly (readonly number[])[]

/** Leaves out tools that can never be called, that lead nowhere near the goal, and that do what one of an earlier name does. */
export function choicesOf({ tools, makers, goal }: Problem, levels: Int32Array): Choices {
  const relevant = new Set([goal])
  const useful = new Set<number>()
  for (const fact of relevant) {
    for (const tool of itemAt(makers, fact)) {
      if (at(levels, tool) === 0) continue
      useful.add(tool)
      for (const need of itemAt(tools, tool).needs) relevant.add(need)
    }
  }
  const first = new Map<string, number>()
  for (const tool of [...useful].toSorted((a, b) => a - b)) {
    const { needs, gives } = itemAt(tools, tool)
    const effect = `${ascending(needs)}>${ascending(gives.filter((fact) => relevant.has(fact)))}`
    if (!first.has(effect)) first.set(effect, tool)
  }
  const kept = new Set(first.values())
  return makers.map((list) => list.filter((tool) => kept.has(tool)))
}

function ascending(facts: readonly number[]): string {
  return facts.length === 1 ? String(facts[0]) : facts.toSorted((a, b) => a - b).join()
}
