import { isRecord } from '@surety/tool-contracts/tools'
import type { Answer } from './conversation.ts'
import type { Message } from './incoming.ts'
import type { Reply, ReplyOutcome } from './session.ts'

/** The answer to any request, as far as all answers are alike: a result that is an object, or an error with a code. */
export function readReply({ outcome, sentAt, endedAt }: Answer): Reply {
  const read = outcome.kind === 'message' ? readOutcome(outcome.message, outcome.bytes) : outcome
  // There are thousands of these, and spread syntax takes ten times as long.
  if (read.kind === 'result') return { kind: 'result', result: read.result, bytes: read.bytes, sentAt, endedAt }
  return { ...read, sentAt, endedAt }
}

/** Why there is no result, in one sentence; undefined when there is one. */
export function failureOf(method: string, reply: Reply): string | undefined {
  switch (reply.kind) {
    case 'result':
      return undefined
    case 'error':
      return `The server answered ${method} with error ${reply.code} (${reply.message}).`
    case 'malformed':
      return `The answer to ${method} cannot be used: ${reply.reason}`
    case 'timeout':
      return `The server did not answer ${method} within ${Math.round(reply.limitMs)} ms.`
    case 'oversize':
      return `The answer to ${method} has ${reply.bytes} bytes, which is too much to read.`
    case 'closed':
      return `There was no answer to ${method}: ${reply.reason}`
  }
}

/** A null counts as absent: the protocol's first version sent one for whichever of the two it did not mean. */
function readOutcome(message: Message, bytes: number): ReplyOutcome {
  const { result, error } = message
  if (error != null && result != null) return malformed('It has both a result and an error.')
  if (error != null) return readError(error)
  if (isRecord(result)) return { kind: 'result', result, bytes }
  if (result === undefined) return malformed('It has neither a result nor an error.')
  return malformed(`Its result is ${kindOf(result)}; it must be an object.`)
}

function readError(error: unknown): ReplyOutcome {
  if (!isRecord(error))
    return malformed(`Its error is ${kindOf(error)}; it must be an object with a code and a message.`)
  const { code, message, data } = error
  if (typeof code !== 'number') return malformed(`Its error's code is ${kindOf(code)}; it must be a number.`)
  return { kind: 'error', code, message: typeof message === 'string' ? message : '', data }
}

export function malformed(reason: string): ReplyOutcome {
  return { kind: 'malformed', reason }
}

/** A value in words, for whoever must find out why it is not what it should be. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value === 'string' ? 'text' : typeof value}`
}
