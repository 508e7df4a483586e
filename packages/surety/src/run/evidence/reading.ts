import type { Answer, BrokenPromise } from '../../judge/call-evidence.ts'
import { answerOf } from '../call/answer.ts'
import type { Performed } from '../call/perform.ts'
import { brokenPromises } from './promises.ts'
import type { Subject } from '../plan/subject.ts'

/** What a call's answer says, and which of the promises about it are broken. */
export interface Reading {
  readonly answer: Answer
  readonly broken: readonly BrokenPromise[]
}

const readings = new WeakMap<Performed, Promise<Reading>>()

/** Reads an answer the first time it is asked for: that can be done while processes settle. */
export function readingOf(performed: Performed): Promise<Reading> {
  const known = readings.get(performed) ?? read(performed)
  readings.set(performed, known)
  return known
}

async function read(performed: Performed): Promise<Reading> {
  const answer = answerOnce(performed)
  return { answer, broken: await brokenPromises(performed.planned, answer, performed.subject) }
}

const answers = new WeakMap<Subject, Map<string, Answer>>()

/** Results that say the same are one answer: most repeats need not be looked at again. */
function answerOnce(performed: Performed): Answer {
  const { subject, reply, exit } = performed
  if (reply.kind !== 'result' || exit !== undefined) return answerOf(performed)
  const byText = ensure(answers, subject, () => new Map<string, Answer>())
  return ensure(byText, JSON.stringify(reply.result), () => answerOf(performed))
}

interface Store<Key, Value> {
  readonly get: (key: Key) => Value | undefined
  readonly set: (key: Key, value: Value) => unknown
}

function ensure<Key, Value>(store: Store<Key, Value>, key: Key, make: () => Value): Value {
  const kept = store.get(key) ?? make()
  store.set(key, kept)
  return kept
}
