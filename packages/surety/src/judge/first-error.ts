import { failureText } from './answer-text.ts'
import { gaveResult } from './calls.ts'
import type { CallEvidence } from './call-evidence.ts'
import type { ToolEvidence } from './evidence.ts'

/** What the first call was answered, of a tool of which no call gave a result, nor one with a near input; undefined for any other. */
export function firstError({ calls }: Pick<ToolEvidence, 'calls'>): string | undefined {
  if (calls.some((call) => gaveResult(call) || isAcceptedNearby(call))) return undefined
  const first = calls.find(({ purpose }) => purpose !== 'invalid') ?? calls[0]
  return first && failureText(first.answer)
}

function isAcceptedNearby({ acceptedVariants = [] }: CallEvidence): boolean {
  return acceptedVariants.length > 0
}
