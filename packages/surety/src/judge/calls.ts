import type { Json } from '@surety/tool-contracts/tools'
import type { Answer, CallEvidence, ResultAnswer } from './call-evidence.ts'
import type { ToolEvidence } from './evidence.ts'
import { failsInWords, refusesInWords } from './refusal-in-words.ts'

type ErrorAnswer = Extract<Answer, { kind: 'error' }>

/** A call that got an answer one can judge: a result or an error. */
export type Answered = CallEvidence & { readonly answer: ResultAnswer | ErrorAnswer }

export function isAnswered(call: CallEvidence): call is Answered {
  return call.answer.kind === 'result' || call.answer.kind === 'error'
}

export function isErrorAnswer(answer: Answer): boolean {
  return answer.kind === 'error' || (answer.kind === 'result' && answer.isError)
}

/** A call that gave its result. */
export function succeeded(call: CallEvidence): call is CallEvidence & { readonly answer: ResultAnswer } {
  return call.answer.kind === 'result' && !call.answer.isError
}

/** A call with an input that Surety made up, or that was given on the command line. */
export function isGenerated({ purpose, test }: CallEvidence): boolean {
  return purpose === 'generated' && test === undefined
}

/** A call that gave a result one can build on; what only says in words that there is none does not, unless a test expects just that. */
export function gaveResult(call: CallEvidence): boolean {
  if (!succeeded(call)) return false
  if (call.purpose === 'invalid') return !refusesInWords(call.answer)
  return call.test !== undefined || !failsInWords(call.answer)
}

/** A declared test answered by an error nobody expected. */
export function failsTest(call: CallEvidence): boolean {
  return call.purpose === 'test' && !call.expectsError && isErrorAnswer(call.answer)
}

/** The calls whose answer is of this kind. */
export function answeredBy<Kind extends Answer['kind']>(
  tool: ToolEvidence,
  kind: Kind,
): readonly (CallEvidence & { readonly answer: Extract<Answer, { kind: Kind }> })[] {
  return tool.calls.filter(
    (call): call is CallEvidence & { readonly answer: Extract<Answer, { kind: Kind }> } => call.answer.kind === kind,
  )
}

/** A call with all that repeated it. */
export interface Repeated {
  readonly call: CallEvidence
  readonly repeats: readonly CallEvidence[]
}

/** The calls that were made again with the same input, in the same process or in a fresh one. */
export function repeatedCalls(tool: ToolEvidence): readonly Repeated[] {
  const again = tool.calls.filter(({ purpose }) => purpose === 'repeat' || purpose === 'fresh')
  const repeated = new Set(again.map(({ base }) => base))
  return tool.calls
    .filter(({ id }) => repeated.has(id))
    .map((call) => ({ call, repeats: again.filter(({ base }) => base === call.id) }))
}

/** The repeated calls that were answered in a fresh process too: only of these is enough known to tell a random difference from a constant one. */
export function callsRepeatedAfresh(tool: ToolEvidence): readonly Repeated[] {
  return repeatedCalls(tool).filter(
    ({ repeats }) =>
      repeats.some(({ purpose }) => purpose === 'repeat') &&
      repeats.some((repeat) => repeat.purpose === 'fresh' && isAnswered(repeat)),
  )
}

/** The calls without those repeats that were answered as what they repeat: they tell nothing new. */
export function distinctCalls({ calls }: ToolEvidence): readonly CallEvidence[] {
  const answers = new Map(calls.map(({ id, answer }) => [id, answer]))
  return calls.filter(({ base, purpose, answer }) => purpose !== 'repeat' || answers.get(base ?? 0) !== answer)
}

/** The input and the test of a call, as every finding about it tells them. */
export function seenIn(call: CallEvidence | undefined): { readonly input?: Json; readonly test?: string } {
  if (call === undefined) return {}
  return call.test === undefined ? { input: call.input } : { input: call.input, test: call.test }
}

/** The call with this number. */
export function callOf(tool: ToolEvidence, id: number | undefined): CallEvidence | undefined {
  return id === undefined ? undefined : tool.calls.find((call) => call.id === id)
}
