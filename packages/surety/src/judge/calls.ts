import type { Answer, CallEvidence, Json, ResultAnswer, ToolEvidence } from './evidence.ts'

type ErrorAnswer = Extract<Answer, { kind: 'error' }>

/** A call that got an answer one can judge: a result or an error. */
export type Answered = CallEvidence & { readonly answer: ResultAnswer | ErrorAnswer }

export function isAnswered(call: CallEvidence): call is Answered {
  return call.answer.kind === 'result' || call.answer.kind === 'error'
}

export function isRefused(answer: Answer): boolean {
  return answer.kind === 'error' || (answer.kind === 'result' && answer.isError)
}

/** A call that gave its result. */
export function succeeded(call: CallEvidence): call is CallEvidence & { readonly answer: ResultAnswer } {
  return call.answer.kind === 'result' && !call.answer.isError
}

/** A declared test answered by an error nobody expected. */
export function failsTest(call: CallEvidence): boolean {
  return call.purpose === 'test' && !call.expectsError && isRefused(call.answer)
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
  return tool.calls.flatMap((call) => {
    const repeats = tool.calls.filter(
      ({ base, purpose }) => base === call.id && (purpose === 'repeat' || purpose === 'fresh'),
    )
    return repeats.length === 0 ? [] : [{ call, repeats }]
  })
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
