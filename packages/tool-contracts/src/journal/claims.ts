import { type Outcome, mayHaveActed } from '../outcome.ts'
import type { Claim, Replay } from './journal.ts'

interface Entry {
  readonly claim: Claim
  outcome?: Outcome
}

/** Idempotency keys in memory: the first caller runs, a later one gets the same outcome again. */
export function createClaims(capacity: number): {
  readonly claim: (claim: Claim) => Replay
  readonly settle: (stepId: string, outcomeOf: () => Outcome) => void
} {
  const entries = new Map<string, Entry>()
  const running = new Map<string, string>()

  return {
    claim(claim) {
      const name = JSON.stringify([claim.principal, claim.toolName, claim.key])
      const earlier = entries.get(name)
      if (earlier === undefined) {
        entries.set(name, { claim })
        running.set(claim.stepId, name)
        return { state: 'claimed' }
      }
      if (earlier.claim.inputHash !== claim.inputHash) return { state: 'conflict' }
      return earlier.outcome === undefined ? { state: 'running' } : { state: 'done', outcome: earlier.outcome }
    },
    /** A call that did nothing, or may be tried again, gives its key back; any other answer is final. */
    settle(stepId, outcomeOf) {
      const name = running.get(stepId)
      if (name === undefined) return
      running.delete(stepId)
      const outcome = outcomeOf()
      const entry = entries.get(name)
      const isFinal = outcome.ok || (mayHaveActed(outcome.error.stage) && !outcome.error.retryable)
      if (!isFinal || entry === undefined) entries.delete(name)
      else entry.outcome = outcome
      if (entries.size - running.size <= capacity) return
      for (const [oldest, { outcome: known }] of entries) {
        if (known === undefined) continue
        entries.delete(oldest)
        return
      }
    },
  }
}
