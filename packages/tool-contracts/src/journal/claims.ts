import { type Outcome, mayHaveActed } from '../outcome.ts'
import type { Claim, Replay } from './journal.ts'

interface Entry {
  readonly claim: Claim
  outcome?: Outcome
}

export interface Claims {
  readonly claim: (claim: Claim) => Replay
  readonly settle: (stepId: string, outcomeOf: () => Outcome, interim?: boolean) => void
}

/** Idempotency keys in memory: the first caller runs, a later one gets the same outcome again. Each principal has room of its own. */
export function createClaims(capacity: number): Claims {
  const principals = new Map<string, Map<string, Entry>>()
  const running = new Map<string, Claim>()

  function entriesOf(principal: string): Map<string, Entry> {
    const known = principals.get(principal)
    if (known !== undefined) return known
    const entries = new Map<string, Entry>()
    principals.set(principal, entries)
    forgetOldest(principals, capacity, (own) => [...own.values()].every(isSettled))
    return entries
  }

  return {
    claim(claim) {
      const entries = entriesOf(claim.principal)
      const earlier = entries.get(nameOf(claim))
      if (earlier === undefined) {
        entries.set(nameOf(claim), { claim })
        running.set(claim.stepId, claim)
        return { state: 'claimed' }
      }
      if (earlier.claim.inputHash !== claim.inputHash) return { state: 'conflict' }
      return earlier.outcome === undefined ? { state: 'running' } : { state: 'done', outcome: earlier.outcome }
    },
    /** A call that did nothing, may be tried again or goes on gives its key back; any other answer is final. */
    settle(stepId, outcomeOf, interim = false) {
      const claim = running.get(stepId)
      if (claim === undefined) return
      running.delete(stepId)
      const entries = entriesOf(claim.principal)
      const outcome = outcomeOf()
      const isFinal = outcome.ok || (mayHaveActed(outcome.error.stage) && !outcome.error.retryable)
      if (isFinal && !interim) entries.set(nameOf(claim), { claim, outcome })
      else entries.delete(nameOf(claim))
      forgetOldest(entries, capacity, isSettled)
    },
  }
}

function nameOf({ toolName, key }: Claim): string {
  return JSON.stringify([toolName, key])
}

function isSettled({ outcome }: Entry): boolean {
  return outcome !== undefined
}

/** What still runs is never forgotten: the call would run twice. */
function forgetOldest<T>(map: Map<string, T>, capacity: number, isOver: (value: T) => boolean): void {
  if (map.size <= capacity) return
  for (const [key, value] of map) {
    if (!isOver(value)) continue
    map.delete(key)
    return
  }
}
