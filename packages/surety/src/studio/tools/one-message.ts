import type { ToolError } from '@surety/tool-contracts'
import type { Diagnostic } from '../../modules/module.ts'
import { MAX_ANSWER_BYTES } from '../../serve/answer-size.ts'

export const ANSWER_TOO_LARGE = {
  code: 'ANSWER_TOO_LARGE',
  description: 'The answer has more bytes than one message takes; the message says where else it is to be had.',
} as const

type Raise = (
  code: 'ANSWER_TOO_LARGE',
  message: string,
  details: { readonly bytes: number; readonly limit: number },
) => ToolError

/** The answer, unless it has more bytes than one message takes; `instead` says where else it is to be had. */
export function inOneMessage<T>(answer: T, instead: string, raise: Raise): T {
  const bytes = Buffer.byteLength(JSON.stringify(answer))
  if (bytes <= MAX_ANSWER_BYTES) return answer
  const message = `The answer has ${bytes} bytes; one message takes ${MAX_ANSWER_BYTES}. ${instead}`
  throw raise('ANSWER_TOO_LARGE', message, { bytes, limit: MAX_ANSWER_BYTES })
}

interface Leading {
  readonly diagnostics: Diagnostic[]
  /** How many others there are, none of them worse. */
  readonly leftOut: number
}

const MAX_BYTES = 1_000_000
const WORST_FIRST = ['error', 'warning', 'info'] as const

/** As many diagnostics as one message takes, in their order: errors before warnings are kept. */
export function leading(diagnostics: readonly Diagnostic[], maxBytes = MAX_BYTES): Leading {
  const kept = new Set<Diagnostic>()
  let bytes = 0
  for (const one of WORST_FIRST.flatMap((severity) => diagnostics.filter((each) => each.severity === severity))) {
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1
    if (bytes > maxBytes) break
    kept.add(one)
  }
  return { diagnostics: diagnostics.filter((one) => kept.has(one)), leftOut: diagnostics.length - kept.size }
}
