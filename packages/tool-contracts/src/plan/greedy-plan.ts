import type { Alternatives } from './alternatives.ts'
import type { Levels } from './layers.ts'
import type { Candidate } from './problem.ts'
import { simulate } from './simulate.ts'

/** Above this, trying to do without each call would cost more than it saves. */
const MAX_CALLS_TO_REDUCE = 300

/** Some plan, quickly: for each fact its earliest producer, less what turns out to be needless. The goal must be reachable. */
export function greedyPlan(goal: string, alternatives: Alternatives, levels: Levels): readonly Candidate[] {
  const levelOf = (tool: Candidate): number => levels.get(tool) ?? Infinity
  const wanted = new Set([goal])
  const chosen = new Set<Candidate>()
  for (const fact of wanted) {
    const tools = alternatives.get(fact) ?? []
    const earliest = tools.reduce((best, tool) => (levelOf(tool) < levelOf(best) ? tool : best))
    chosen.add(earliest)
    for (const need of earliest.needs) wanted.add(need)
  }
  return chosen.size > MAX_CALLS_TO_REDUCE ? [...chosen] : withoutNeedless(goal, [...chosen])
}

function withoutNeedless(goal: string, plan: readonly Candidate[]): readonly Candidate[] {
  return plan.reduce((kept, tool) => {
    const rest = kept.filter((other) => other !== tool)
    return simulate(rest).holds.has(goal) ? rest : kept
  }, plan)
}
