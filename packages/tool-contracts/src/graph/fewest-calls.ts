import { at, itemAt } from './at.ts'
import { choicesOf } from './choices.ts'
import { type Space, explore } from './explore.ts'
import { firstPlan } from './first-plan.ts'
import type { Problem } from './problem.ts'
import { callOrder, levelsOf } from './reach.ts'

export interface Calls {
  /** Tools in the order of their calls. */
  readonly calls: readonly number[]
  /** Whether it is proven that fewer will not do. */
  readonly shortest: boolean
}

/** Tools the search may try out; the problem is NP-hard, so it must end somewhere. */
const EFFORT = 200_000

/** The fewest calls that reach the goal, of several such plans the first by name; undefined if nothing reaches it. */
export function fewestCalls(problem: Problem): Calls | undefined {
  const levels = levelsOf(problem)
  const choices = choicesOf(problem, levels)
  const goalMakers = itemAt(choices, problem.goal)
  if (goalMakers.length === 0) return undefined
  const fewest = goalMakers.reduce((least, tool) => Math.min(least, at(levels, tool)), Infinity)
  const { plan, shortest } = deepen({ problem, choices, levels }, firstPlan(problem, choices, levels), fewest)
  return { calls: callOrder(problem, plan), shortest }
}

/** Allows one call more at a time, so that what is found first is shortest; the last round only settles ties with the plan at hand. */
function deepen(
  space: Space,
  known: readonly number[],
  fewest: number,
): { plan: readonly number[]; shortest: boolean } {
  let effort = EFFORT
  for (let limit = fewest; limit < known.length; limit++) {
    const explored = explore(space, limit, effort)
    if (explored.plan !== undefined) return { plan: explored.plan, shortest: true }
    if (explored.effort < 0) return { plan: known, shortest: false }
    effort = explored.effort
  }
  return { plan: explore(space, known.length, effort).plan ?? known, shortest: true }
}
