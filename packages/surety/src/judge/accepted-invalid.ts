import type { Json } from '@surety/tool-contracts/tools'
import { answerText } from './answer-text.ts'
import { succeeded } from './calls.ts'
import type { Answer, CallEvidence, ResultAnswer, Variation } from './call-evidence.ts'
import type { ToolEvidence } from './evidence.ts'
import { atPointer } from './json.ts'
import { namesRefusedPart } from './names-refused-part.ts'
import { refusesInWords } from './refusal-in-words.ts'
import { show } from './words.ts'

type Invalidated = Extract<Variation, { kind: 'invalid' }>

interface AcceptedInvalid {
  readonly call: CallEvidence & { readonly answer: ResultAnswer }
  readonly variation: Invalidated
  /** Refused all the same, in words or JSON. */
  readonly isRefused: boolean
}

/** The inputs with one thing wrong that were answered by a result without `isError`. */
export function acceptedInvalid(tool: ToolEvidence): readonly AcceptedInvalid[] {
  const results = tool.calls.filter((call) => call.purpose !== 'invalid' && succeeded(call))
  return tool.calls.flatMap((call) => {
    const { purpose, variation } = call
    if (purpose !== 'invalid' || variation?.kind !== 'invalid' || !succeeded(call)) return []
    const names = (answer: Answer): boolean => namesRefusedPart(answerText(answer), variation.path)
    const isRefused =
      refusesInWords(call.answer) || (names(call.answer) && !results.some(({ answer }) => names(answer)))
    return [{ call, variation, isRefused }]
  })
}

/** What was wrong with the input. */
export function invalidText({ path, problem, expected }: Invalidated, input: Json): string {
  if (problem === 'missing') return `${path} is missing (expected ${expected})`
  return `${path} is ${show(atPointer(input, path))}, ${problem} (expected ${expected})`
}
