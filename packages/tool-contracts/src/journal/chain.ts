import { isRecord } from '../contract/record.ts'
import { sha256 } from './sha256.ts'
import type { ExecutionStep } from './execution-step.ts'
import type { Writable } from './step-of.ts'

/** What the first step of a chain follows. */
export const GENESIS: string = '0'.repeat(64)

/** Seals a step onto the chain that ends in `previousHash`, and returns its JSON text: what its hash is of. */
export function seal(step: Writable<ExecutionStep>, previousHash: string): string {
  step.previousHash = previousHash
  const text = JSON.stringify(step)
  step.hash = sha256(text)
  return text
}

/** The step of that text and hash. */
export function unseal(text: string, hash: string): ExecutionStep {
  const step: ExecutionStep = JSON.parse(text)
  return { ...step, hash }
}

/** Only what lies unbroken between the base and a head that was given is `ok`. */
export type Verification =
  | { readonly ok: true; readonly steps: number; readonly head: string }
  | {
      readonly ok: false
      /** Nothing is wrong with these steps, but nobody knows whether later ones are missing. */
      readonly problem: 'unproven'
      readonly steps: number
      /** How many of them end in the head that was given: 0 where none was. */
      readonly proven: number
      /** The hash of the last one: keep it, and give it the next time. */
      readonly head: string
      readonly message: string
    }
  | {
      readonly ok: false
      readonly problem: 'altered' | 'missing' | 'reordered'
      /** Position of the first step that does not fit; one past the end where the last ones are missing. */
      readonly index: number
      readonly stepId: string | undefined
      readonly message: string
    }

export interface VerifyOptions {
  /** The hash the first of these steps must follow; by default they start the journal. */
  readonly base?: string
  /** The hash the last one must have, kept where nobody who can touch the steps can touch it. */
  readonly head?: string
}

/** Steps of a journal, in the order they ended, with the hashes they lie between. */
export interface JournalExport extends VerifyOptions {
  readonly steps: readonly ExecutionStep[]
}

/**
 * Do these steps form one unbroken chain that ends in the head? Names the first altered, missing or reordered one.
 * Takes what `journal.all()` gives, or steps with the hashes they should lie between; the steps of one trace are no chain.
 */
export function verifyJournal(
  journal: readonly ExecutionStep[] | JournalExport,
  given: VerifyOptions = {},
): Verification {
  const { steps, ...options } = 'steps' in journal ? { ...journal, ...given } : { steps: journal, ...given }
  let head = options.base ?? GENESIS
  for (const [index, step] of steps.entries()) {
    if (!isRecord(step)) return broken('altered', index, undefined)
    const { hash, ...linked } = step
    if (hash === undefined || sha256(JSON.stringify(linked)) !== hash) return broken('altered', index, step.stepId)
    if (step.previousHash !== head) {
      const follows =
        steps.some((other) => other?.previousHash === head || other?.hash === step.previousHash) ||
        step.previousHash === (options.base ?? GENESIS)
      return broken(follows ? 'reordered' : 'missing', index, step.stepId)
    }
    head = hash
  }
  if (options.head === head) return { ok: true, steps: steps.length, head }
  if (typeof options.head !== 'string') return unproven(0, steps.length, head)
  const proven = [options.base ?? GENESIS, ...steps.map(({ hash }) => hash)].indexOf(options.head)
  return proven === -1 ? broken('missing', steps.length, undefined) : unproven(proven, steps.length, head)
}

function unproven(proven: number, steps: number, head: string): Verification {
  const message = `The steps follow one another, but only ${proven} of ${steps} end in a head that was given: later ones may be missing. Give the latest head that was kept.`
  return { ok: false, problem: 'unproven', steps, proven, head, message }
}

const MESSAGES = {
  altered: 'was altered after it was recorded',
  missing: 'does not follow the one before it: at least one step between them is missing',
  reordered: 'does not follow the one before it: the steps are out of order',
} as const

function broken(problem: keyof typeof MESSAGES, index: number, stepId: string | undefined): Verification {
  // Whoever altered a step may have put anything in the place of its id.
  const name = typeof stepId === 'string' ? stepId : 'without an id'
  const message =
    stepId === undefined && problem === 'missing'
      ? `Steps are missing at the end, from position ${index} on.`
      : `Step ${name} at position ${index} ${MESSAGES[problem]}.`
  return { ok: false, index, stepId, problem, message }
}
