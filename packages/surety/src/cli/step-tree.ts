import type { ExecutionStep } from '@surety/tool-contracts'

/** A step where a timeline shows it. */
export interface Placed {
  readonly step: ExecutionStep
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** How many calls it is nested in. */
  readonly depth: number
}

/** The steps in the order they began, each before the calls it made; one whose caller is not there stands alone. */
export function stepTree(steps: readonly ExecutionStep[]): readonly Placed[] {
  const startedAt = startsOf(steps)
  const startOf = (step: ExecutionStep): number => startedAt.get(step) ?? 0
  const ordered = steps.toSorted((a, b) => startOf(a) - startOf(b) || a.index - b.index)
  const callsOf = groupedByCaller(ordered)
  const placed = new Map<ExecutionStep, Placed>()
  // The second time for steps that nothing leads to: somebody has made them call each other.
  for (const root of [...(callsOf.get(undefined) ?? []), ...ordered]) {
    const waiting = [{ step: root, depth: 0 }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { step, depth } = next
      if (placed.has(step)) continue
      placed.set(step, { step, depth, startedAt: startOf(step) })
      waiting.push(...(callsOf.get(step.stepId) ?? []).toReversed().map((call) => ({ step: call, depth: depth + 1 })))
    }
  }
  return [...placed.values()]
}

/** The calls that each step made; those that no step here made are under undefined. */
function groupedByCaller(steps: readonly ExecutionStep[]): ReadonlyMap<string | undefined, readonly ExecutionStep[]> {
  const ids = new Set(steps.map(({ stepId }) => stepId))
  const groups = new Map<string | undefined, ExecutionStep[]>()
  for (const step of steps) {
    const { parentStepId } = step
    const caller = parentStepId !== undefined && ids.has(parentStepId) ? parentStepId : undefined
    const group = groups.get(caller)
    if (group === undefined) groups.set(caller, [step])
    else group.push(step)
  }
  return groups
}

/** When each step began. Ends are known to the millisecond only: no step began before one of its principal with a lower index. */
function startsOf(steps: readonly ExecutionStep[]): ReadonlyMap<ExecutionStep, number> {
  const latest = new Map<string | undefined, number>()
  return new Map(
    steps
      .toSorted((a, b) => a.index - b.index)
      .map((step) => {
        const began = Date.parse(step.emittedAt) - step.durationMs
        const start = Math.max(began, latest.get(step.principal) ?? -Infinity)
        latest.set(step.principal, start)
        return [step, start] as const
      }),
  )
}
