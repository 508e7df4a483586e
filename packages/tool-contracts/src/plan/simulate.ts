import type { Candidate } from './problem.ts'

export interface Simulated {
  /** The facts that come to hold. */
  readonly holds: ReadonlySet<string>
  /** The tools that can never be called. */
  readonly blocked: readonly Candidate[]
}

/** How far do these tools get on their own? */
export function simulate(chosen: readonly Candidate[]): Simulated {
  const holds = new Set<string>()
  // The search chooses producers after consumers, so backwards one round is mostly enough.
  let waiting: readonly Candidate[] = chosen.toReversed()
  for (;;) {
    const blocked = waiting.filter(({ needs, gives }) => {
      if (!needs.every((fact) => holds.has(fact))) return true
      for (const fact of gives) holds.add(fact)
      return false
    })
    if (blocked.length === waiting.length || blocked.length === 0) return { holds, blocked }
    waiting = blocked
  }
}
