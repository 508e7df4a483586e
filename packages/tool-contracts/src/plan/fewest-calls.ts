import { alternativesOf } from './alternatives.ts'
import { greedyPlan } from './greedy-plan.ts'
import { callOrder, levelsOf } from './layers.ts'
import type { Candidate, Problem } from './problem.ts'
import { type SearchSpace, search } from './search.ts'

export interface Calls {
  /** Tools in the order of their calls. */
  readonly calls: readonly Candidate[]
  /** Whether it is proven that fewer will not do. */
  readonly shortest: boolean
}

/** Tools the search may simulate; the problem is NP-hard, so it must end somewhere. */
const SEARCH_BUDGET = 200_000

/** The fewest calls that reach the goal, of several such plans the first by name; undefined if nothing reaches it. */
export function fewestCalls(problem: Problem): Calls | undefined {
  const { goal, tools } = problem
  const levels = levelsOf(tools)
  const alternatives = alternativesOf(problem, levels)
  const goalLevels = (alternatives.get(goal) ?? []).map((tool) => levels.get(tool) ?? Infinity)
  if (goalLevels.length === 0) return undefined
  const fewest = goalLevels.reduce((least, level) => Math.min(least, level))
  const known = greedyPlan(goal, alternatives, levels)
  const { plan, shortest } = searchDeeper({ goal, alternatives, levels }, known, fewest)
  return { calls: callOrder(goal, plan), shortest }
}

/** Allows one call more at a time, so that what is found first is shortest; the last round only decides between the known plan and others as short. */
function searchDeeper(
  space: SearchSpace,
  known: readonly Candidate[],
  fewest: number,
): { plan: readonly Candidate[]; shortest: boolean } {
  let budget = SEARCH_BUDGET
  for (let limit = fewest; limit < known.length; limit++) {
    const searched = search(space, limit, budget)
    if (searched.plan !== undefined) return { plan: searched.plan, shortest: true }
    if (searched.budget < 0) return { plan: known, shortest: false }
    budget = searched.budget
  }
  return { plan: search(space, known.length, budget).plan ?? known, shortest: true }
}
