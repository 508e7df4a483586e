import { type Json, textsIn } from '@surety/tool-contracts/tools'
import type { Answer } from './call-evidence.ts'
import { clip, cut } from './words.ts'

/** What a call was answered, in the server's own words where it has any. */
export function answerText(answer: Answer): string {
  switch (answer.kind) {
    case 'error':
      return answer.message
    case 'malformed':
      return answer.reason
    case 'timeout':
      return `no answer in ${answer.limitMs} ms`
    case 'died':
      return answer.stderr.trim() === ''
        ? 'the server ended, and said nothing'
        : `the server ended, and said last: ${answer.stderr.trim().slice(-200)}`
    case 'memory':
      return `the server needed more than ${answer.limitBytes} bytes of memory`
    case 'oversize':
      return `the answer had more than ${answer.bytes} bytes`
    case 'result':
      return textsIn(answer).join('\n') || JSON.stringify(answer.structuredContent ?? answer.content)
  }
}

/** What an answer says that is no result, in one short line. */
export function failureText(answer: Answer): string {
  const text = answerText(answer).replaceAll(/\s+/g, ' ').trim()
  return cut(answer.kind === 'error' ? `${text} (${answer.code})` : text, 200)
}

/** What a result says, as evidence: its structure, else its text. */
export function shownResult(answer: Answer): Json | undefined {
  return answer.kind === 'result' ? clip(answer.structuredContent ?? answerText(answer)) : undefined
}
