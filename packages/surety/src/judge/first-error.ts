import { failureText } from './answer-text.ts'
import { gaveResult } from './calls.ts'
import type { ToolEvidence } from './evidence.ts'

/** What the first call was answered, of a tool of which no call gave a result; undefined for any other. */
export function firstError({ calls }: Pick<ToolEvidence, 'calls'>): string | undefined {
  if (calls.some(gaveResult)) return undefined
  const first = calls.find(({ purpose }) => purpose !== 'invalid') ?? calls[0]
  return first && failureText(first.answer)
}
