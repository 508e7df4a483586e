import {
  type Closing,
  isFinal,
  type OpenedStep,
  type Opening,
  shownOutput,
  stepOf,
  unknownOutcome,
} from '@surety/tool-contracts/journal'
import { sha256 } from '@surety/tool-contracts/tools'
import type { Engine } from './engine.ts'
import type { Entry, Settled, UnsealedStep } from './entry.ts'
import type { GroupCommit } from './group-commit.ts'
import type { DurableJournal } from './types.ts'

const MAX_STORED_BYTES = 16_384
const SCHEME = 'surety://output/'

/** A journal on a database. A tool that changes something waits for its record, one that only reads does not. */
export function durableJournal(engine: Engine, commit: GroupCommit, keepMs: number): DurableJournal {
  const claimed = new Set<string>()
  let key: Promise<string> | undefined

  function close(opening: Opening, closing: Closing): void | Promise<void> {
    const entry = closeEntry(opening, closing, claimed.delete(opening.stepId) ? keepMs : undefined)
    if (opening.changes) return commit.store('close', opening.stepId, () => entry)
    commit.add('close', opening.stepId, () => entry)
  }

  return {
    open(opening) {
      commit.assertReady()
      const step: OpenedStep = { close: (closing) => close(opening, closing) }
      const entry = (): Entry => openEntry(opening)
      if (opening.changes) return commit.store('open', opening.stepId, entry).then(() => step)
      commit.add('open', opening.stepId, entry)
      return step
    },
    async claim(wanted) {
      // Also where the answer is lost: the call gives back what it may have got.
      claimed.add(wanted.stepId)
      const replay = await engine.claim(wanted)
      if (replay.state !== 'claimed') claimed.delete(wanted.stepId)
      return replay
    },
    hashKey: () => (key ??= rememberedUnlessFailed(engine.hashKey(), () => (key = undefined))),
    async succeeded(...which) {
      await commit.flush()
      return engine.succeeded(...which)
    },
    async steps(query) {
      await commit.flush()
      return engine.steps(query)
    },
    async trace(traceId) {
      await commit.flush()
      return engine.trace(traceId)
    },
    withheld: {
      uriOf: (stepId) => SCHEME + stepId,
      read: async (principal, uri) =>
        uri.startsWith(SCHEME) ? engine.withheldOutput(principal, uri.slice(SCHEME.length)) : undefined,
    },
  }
}

function rememberedUnlessFailed<T>(promise: Promise<T>, forget: () => void): Promise<T> {
  promise.catch(forget)
  return promise
}

function closeEntry(opening: Opening, closing: Closing, keepMs: number | undefined): Entry {
  const claim = keepMs === undefined ? undefined : settledOf(opening, closing, keepMs)
  const withheld = closing.withheld === undefined ? undefined : JSON.stringify(shownOutput(closing.withheld, closing))
  const step = unsealed(opening, closing)
  // In the chain, so that nobody can change the output unnoticed.
  if (withheld !== undefined) step.outputs = { ...step.outputs, $withheld: sha256(withheld) }
  return {
    kind: 'close',
    step,
    ...(claim !== undefined && { claim }),
    ...(withheld !== undefined && { withheld }),
  }
}

function unsealed(opening: Opening, closing: Closing): UnsealedStep {
  const { traceId, principal } = opening
  return Object.assign(stepOf(opening, closing, 0, MAX_STORED_BYTES), { traceId, principal })
}

/** The outcome that is given again, without what is sensitive, where the call has one. */
function settledOf({ traceId, stepId }: Opening, closing: Closing, keepMs: number): Settled {
  const { result } = closing
  if (closing.interim || !isFinal(result)) return 'released'
  const shown = result.ok ? { ok: true, value: shownOutput(result.value, closing) } : result
  return { outcome: JSON.stringify({ ...shown, traceId, stepId }), keepMs }
}

/** What the step of a call says whose process ends before the call does. */
function openEntry(opening: Opening): Entry {
  return { kind: 'open', step: unsealed(opening, unknownOutcome(Date.now())) }
}
