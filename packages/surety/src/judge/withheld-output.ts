import { answerText } from './answer-text.ts'
import { isErrorAnswer } from './calls.ts'
import type { CallEvidence } from './call-evidence.ts'
import type { ToolEvidence } from './evidence.ts'

/** What the official SDKs answer in place of a result that breaks the output schema. */
const WITHHELD: readonly RegExp[] = [
  /^Output validation error: /,
  /^Error executing tool [\w.-]+: \d+ validation errors? for \w+Output\b/,
]

/** The error by which the server's own library withheld a result that breaks the output schema; what was wrong with the input is none. */
export function withheldOutput({ answer, purpose }: CallEvidence, { definition }: ToolEvidence): string | undefined {
  if (definition.outputSchema === undefined || purpose === 'invalid' || !isErrorAnswer(answer)) return undefined
  const text = answerText(answer).replace(/^MCP error -?\d+: /, '')
  return WITHHELD.some((pattern) => pattern.test(text)) ? text : undefined
}
