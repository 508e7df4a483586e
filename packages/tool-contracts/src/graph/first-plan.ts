import { at, itemAt } from './at.ts'
import type { Choices } from './choices.ts'
import type { Problem } from './problem.ts'
import { tryOut } from './reach.ts'

/** Above this, trying to do without each call would cost more than it saves. */
const TRIED = 300

/** Some plan, quickly: for each fact its earliest maker, less what turns out to be idle. The goal must be reachable. */
export function firstPlan(problem: Problem, choices: Choices, levels: Int32Array): readonly number[] {
  const wanted = new Set([problem.goal])
  const chosen = new Set<number>()
  for (const fact of wanted) {
    const maker = itemAt(choices, fact).reduce((best, tool) => (at(levels, tool) < at(levels, best) ? tool : best))
    chosen.add(maker)
    for (const need of itemAt(problem.tools, maker).needs) wanted.add(need)
  }
  return chosen.size > TRIED ? [...chosen] : withoutIdle(problem, [...chosen])
}

function withoutIdle(problem: Problem, plan: readonly number[]): readonly number[] {
  return plan.reduce((kept, tool) => {
    const rest = kept.filter((other) => other !== tool)
    return tryOut(problem, rest).holds.has(problem.goal) ? rest : kept
  }, plan)
}
