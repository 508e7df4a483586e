import { at, itemAt } from './at.ts'
import type { Choices } from './choices.ts'
import type { Problem } from './problem.ts'
import { tryOut } from './reach.ts'

const FREE = 0
const CHOSEN = 1
const EXCLUDED = 2

/** Where the search for a plan moves. */
export interface Space {
  readonly problem: Problem
  readonly choices: Choices
  readonly levels: Int32Array
}

export interface Explored {
  /** The first plan by name within the limit, as far as the effort went. */
  readonly plan: readonly number[] | undefined
  /** What is left of the effort; below 0: the search was cut short. */
  readonly effort: number
}

/** Is there a plan of at most `limit` calls? Backwards: where the chosen tools stall, one of the makers of what they lack must join them. */
export function explore({ problem, choices, levels }: Space, limit: number, allowed: number): Explored {
  const { tools, goal } = problem
  const state = new Uint8Array(tools.length)
  const chosen: number[] = []
  let plan: readonly number[] | undefined
  let effort = allowed

  const free = (fact: number): readonly number[] => {
    const list = itemAt(choices, fact)
    effort -= list.length >> 4
    return list.filter((tool) => state[tool] === FREE && at(levels, tool) <= limit)
  }
  const choose = (first: number): boolean => {
    const joining = [first]
    for (const tool of joining) {
      if (state[tool] === CHOSEN) continue
      if (state[tool] === EXCLUDED || at(levels, tool) > limit || chosen.length === limit) return false
      state[tool] = CHOSEN
      chosen.push(tool)
      for (const makers of itemAt(tools, tool).needs.map((fact) => itemAt(choices, fact))) {
        if (makers.length === 1) joining.push(itemAt(makers, 0))
      }
    }
    return true
  }
  const undo = (length: number): void => {
    for (const tool of chosen.splice(length)) state[tool] = FREE
  }
  const visit = (): void => {
    effort -= chosen.length + 1
    if (effort < 0) return
    const { holds, stalled } = tryOut(problem, chosen)
    if (holds.has(goal)) {
      const working = chosen.filter((tool) => !stalled.includes(tool)).toSorted((a, b) => a - b)
      if (plan === undefined || isBefore(working, plan)) plan = working
      return
    }
    const needs = stalled.flatMap((tool) => itemAt(tools, tool).needs).filter((fact) => !holds.has(fact))
    const lacking = [...new Set([goal, ...needs])]
    const promised = new Set(stalled.flatMap((tool) => itemAt(tools, tool).gives))
    const open = lacking
      .filter((fact) => !promised.has(fact))
      .map(free)
      .toSorted((a, b) => a.length - b.length)
    if (chosen.length + Math.max(1, disjoint(open)) > limit) return
    // Where each fact is promised by a tool that itself stalls, an outsider must break the circle.
    branch(open[0] ?? [...new Set(lacking.flatMap(free))].toSorted((a, b) => a - b))
  }
  /** A plan with an earlier alternative was found in that one's branch, so later branches do without it. */
  const branch = (alternatives: readonly number[]): void => {
    const length = chosen.length
    for (const tool of alternatives) {
      if (choose(tool)) visit()
      undo(length)
      state[tool] = EXCLUDED
    }
    for (const tool of alternatives) state[tool] = FREE
  }

  visit()
  return { plan, effort }
}

/** How many of the lists share no tool with one counted before: at least so many tools must still join. */
function disjoint(lists: readonly (readonly number[])[]): number {
  const taken = new Set<number>()
  return lists.filter((list) => {
    if (list.some((tool) => taken.has(tool))) return false
    for (const tool of list) taken.add(tool)
    return true
  }).length
}

/** Fewer calls first, then by name. */
function isBefore(plan: readonly number[], other: readonly number[]): boolean {
  if (plan.length !== other.length) return plan.length < other.length
  const differing = plan.findIndex((tool, index) => tool !== other[index])
  return differing !== -1 && itemAt(plan, differing) < itemAt(other, differing)
}
