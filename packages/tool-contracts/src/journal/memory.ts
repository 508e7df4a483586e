import { deepFreeze } from '../contract/freeze.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { GENESIS, seal, unseal } from './chain.ts'
import { createClaims } from './claims.ts'
import { type Closing, type Journal, LOCAL_PRINCIPAL, type Opening, type StepPage, type StepQuery } from './journal.ts'
import { Ring } from './ring.ts'
import { toHex } from './sha256.ts'
import type { ExecutionStep } from './execution-step.ts'
import { stepOf } from './step-of.ts'
import { type Trace, Traces } from './traces.ts'

export interface MemoryJournalOptions {
  /** How many steps are kept; the oldest go first. Default 1,000: at most about 32 MB of inputs and outputs. */
  readonly capacity?: number
  /** Inputs and outputs over this many bytes are stored as digest and size. Default 16,384. */
  readonly maxStoredBytes?: number
  /** Hash-chain the steps, so that verifyJournal can tell whether any was touched. Default true. */
  readonly chain?: boolean
}

export interface MemoryJournal extends Journal {
  readonly steps: (query: StepQuery) => StepPage
  /** Every kept step in the order they ended, and the hashes to verify them against. */
  readonly all: () => { readonly steps: readonly ExecutionStep[]; readonly base: string; readonly head: string }
}

/** A step as it is kept: in a chain as exactly the text that was hashed, which is also lighter to keep. */
interface Kept {
  readonly trace: Trace
  readonly step: ExecutionStep | string
  readonly hash: string
}

const PAGE = 100

/** A journal that lives as long as its process: a ring of the latest steps, searched when somebody asks. */
export function createMemoryJournal(options: MemoryJournalOptions = {}): MemoryJournal {
  const { capacity = 1000, maxStoredBytes = 16_384, chain = true } = options
  const traces = new Traces()
  const claims = createClaims(capacity)
  const hashKey = toHex(crypto.getRandomValues(new Uint8Array(32)))
  const ring = new Ring<Kept>(capacity)
  let base = GENESIS
  let head = GENESIS

  function close(opening: Opening, trace: Trace, index: number, closing: Closing): void {
    const outcome = (): Outcome => outcomeOf(closing.result, opening.traceId, opening.stepId)
    claims.settle(opening.stepId, outcome, closing.interim)
    const step = stepOf(opening, closing, index, maxStoredBytes)
    const text = chain ? seal(step, head) : undefined
    head = step.hash ?? head
    const dropped = ring.push({ trace, step: text ?? step, hash: head })
    if (dropped !== undefined) {
      base = dropped.hash
      traces.release(dropped.trace)
    }
  }

  function find(trace: Trace | undefined): ExecutionStep[] {
    return ring.filter((kept) => kept.trace === trace).map(read)
  }

  return {
    open(opening) {
      const trace = traces.hold(opening.principal, opening.traceId)
      const index = trace.opened++
      return { close: (closing) => close(opening, trace, index, closing) }
    },
    claim: claims.claim,
    hashKey: () => hashKey,
    succeeded: (principal, traceId, toolName) =>
      find(traces.find(principal, traceId)).some((step) => step.toolName === toolName && step.statusCode === 200),
    steps({ traceId, principal = LOCAL_PRINCIPAL, cursor, limit = PAGE, nested = false, without = [] }) {
      const after = Number(cursor ?? -1)
      const found = find(traces.find(principal, traceId))
        .filter((step) => step.index > after && (nested || step.parentStepId === undefined))
        .filter((step) => !without.includes(step.toolName))
        .toSorted((a, b) => a.index - b.index)
      const steps = found.slice(0, Number.isNaN(limit) ? PAGE : Math.max(1, limit))
      const last = steps.at(-1)
      return found.length > steps.length && last !== undefined ? { steps, nextCursor: String(last.index) } : { steps }
    },
    all: () => ({ steps: ring.filter(() => true).map(read), base, head }),
  }
}

function read({ step, hash }: Kept): ExecutionStep {
  return deepFreeze(typeof step === 'string' ? unseal(step, hash) : step)
}
