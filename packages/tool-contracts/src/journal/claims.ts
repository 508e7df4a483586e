import { type Outcome, type Result, mayHaveActed } from '../outcome.ts'
import type { Claim, Replay } from './journal.ts'

interface Entry {
  readonly claim: Claim
  readonly outcome?: Outcome
}

export interface Claims {
  readonly claim: (claim: Claim) => Replay
  readonly settle: (stepId: string, outcomeOf: () => Outcome, interim?: boolean) => void
}

/** Idempotency keys in memory: the first caller runs, a later one gets the same outcome again. */
export function createClaims(capacity: number): Claims {
  const entries = new Map<string, Entry>()
  const running = new Map<string, Claim>()

  return {
    claim(claim) {
      const earlier = entries.get(nameOf(claim))
      if (earlier === undefined) {
        entries.set(nameOf(claim), { claim })
        running.set(claim.stepId, claim)
        return { state: 'claimed' }
      }
      if (earlier.claim.inputHash !== claim.inputHash) return { state: 'conflict' }
      return earlier.outcome === undefined ? { state: 'running' } : { state: 'done', outcome: earlier.outcome }
    },
    settle(stepId, outcomeOf, interim = false) {
      const claim = running.get(stepId)
      if (claim === undefined) return
      running.delete(stepId)
      const outcome = outcomeOf()
      entries.delete(nameOf(claim))
      if (interim || !isFinal(outcome)) return
      entries.set(nameOf(claim), { claim, outcome })
      if (entries.size - running.size > capacity) forgetOne(entries)
    },
  }
}

/** A call that did nothing or may be tried again gives its key back; any other answer is final. */
export function isFinal(result: Result<unknown>): boolean {
  return result.ok || (mayHaveActed(result.error.stage) && !result.error.retryable)
}

function nameOf({ principal, toolName, key }: Claim): string {
  return JSON.stringify([principal, toolName, key])
}

/** The oldest settled entry of whoever has most of them: nobody's many keys push out another's few, nor any that still runs. */
function forgetOne(entries: Map<string, Entry>): void {
  const counts = new Map<string, number>()
  for (const { claim, outcome } of entries.values()) {
    if (outcome !== undefined) counts.set(claim.principal, (counts.get(claim.principal) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  for (const [name, { claim, outcome }] of entries) {
    if (outcome === undefined || counts.get(claim.principal) !== most) continue
    entries.delete(name)
    return
  }
}
