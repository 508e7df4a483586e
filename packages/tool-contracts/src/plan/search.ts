import type { Alternatives } from './alternatives.ts'
import type { Levels } from './layers.ts'
import { type Candidate, byName } from './problem.ts'
import { simulate } from './simulate.ts'

/** Where the search for a plan moves. */
export interface SearchSpace {
  readonly goal: string
  readonly alternatives: Alternatives
  readonly levels: Levels
}

export interface Searched {
  /** The first plan by name within the limit, as far as the budget went. */
  readonly plan: readonly Candidate[] | undefined
  /** What is left of the budget; below 0: the search was cut short. */
  readonly budget: number
}

/** Is there a plan of at most `limit` calls? Backwards: where the chosen tools are blocked, a producer of what they lack must join them. */
export function search({ goal, alternatives, levels }: SearchSpace, limit: number, allowed: number): Searched {
  const chosen = new Set<Candidate>()
  const excluded = new Set<Candidate>()
  let plan: readonly Candidate[] | undefined
  let budget = allowed

  const isTooLate = (tool: Candidate): boolean => (levels.get(tool) ?? Infinity) > limit
  const available = (fact: string): readonly Candidate[] => {
    const tools = alternatives.get(fact) ?? []
    budget -= tools.length >> 4
    return tools.filter((tool) => !chosen.has(tool) && !excluded.has(tool) && !isTooLate(tool))
  }
  /** Chooses the tool and whatever is the only one to give what it needs; false if that leads to no plan. */
  const choose = (first: Candidate): boolean => {
    const joining = [first]
    for (const tool of joining) {
      if (chosen.has(tool)) continue
      if (excluded.has(tool) || isTooLate(tool) || chosen.size === limit) return false
      chosen.add(tool)
      for (const fact of tool.needs) {
        const tools = alternatives.get(fact) ?? []
        if (tools.length === 1) joining.push(...tools)
      }
    }
    return true
  }
  const visit = (): void => {
    budget -= chosen.size + 1
    if (budget < 0) return
    const { holds, blocked } = simulate([...chosen])
    if (holds.has(goal)) {
      const called = [...chosen].filter((tool) => !blocked.includes(tool)).toSorted(byName)
      if (plan === undefined || isBefore(called, plan)) plan = called
      return
    }
    const needs = blocked.flatMap((tool) => tool.needs).filter((fact) => !holds.has(fact))
    const lacking = [...new Set([goal, ...needs])]
    const promised = new Set(blocked.flatMap((tool) => tool.gives))
    const open = lacking
      .filter((fact) => !promised.has(fact))
      .map(available)
      .toSorted((a, b) => a.length - b.length)
    if (chosen.size + Math.max(1, countDisjoint(open)) > limit) return
    // Where each fact is promised by a tool that is itself blocked, a tool from outside must break the circle.
    branch(open[0] ?? [...new Set(lacking.flatMap(available))].toSorted(byName))
  }
  /** A plan with an earlier alternative was found in that one's branch, so later branches do without it. */
  const branch = (tools: readonly Candidate[]): void => {
    const before = chosen.size
    for (const tool of tools) {
      if (choose(tool)) visit()
      for (const joined of [...chosen].slice(before)) chosen.delete(joined)
      excluded.add(tool)
    }
    for (const tool of tools) excluded.delete(tool)
  }

  visit()
  return { plan, budget }
}

/** How many of the lists share no tool with one counted before: at least so many tools must still join. */
function countDisjoint(lists: readonly (readonly Candidate[])[]): number {
  const taken = new Set<Candidate>()
  return lists.filter((list) => {
    if (list.some((tool) => taken.has(tool))) return false
    for (const tool of list) taken.add(tool)
    return true
  }).length
}

/** Fewer calls first, then by name. */
function isBefore(plan: readonly Candidate[], other: readonly Candidate[]): boolean {
  if (plan.length !== other.length) return plan.length < other.length
  const index = plan.findIndex((tool, position) => tool !== other[position])
  const [first, second] = [plan[index], other[index]]
  return first !== undefined && second !== undefined && first.name < second.name
}
