import { blockFlaw } from './content-block.ts'
import type { Message } from './incoming.ts'
import { kindOf, malformed } from './read-reply.ts'
import type { Reply, ReplyOutcome } from './session.ts'

/** What a client without the asked-for capability would be told. */
const MISSING_CAPABILITY = -32021

/** The reply to tools/call, held to what every revision of the protocol asks of it. */
export function readToolReply(reply: Reply): Reply {
  if (reply.kind !== 'result') return reply
  const flaw = flawOf(reply.result)
  return flaw === undefined ? reply : { ...flaw, sentAt: reply.sentAt, endedAt: reply.endedAt }
}

function flawOf(result: Message): ReplyOutcome | undefined {
  const { resultType, content } = result
  if (resultType === 'input_required') return inputRequired(result['inputRequests'])
  if (resultType !== undefined && resultType !== 'complete')
    return malformed(`Its resultType is ${JSON.stringify(resultType)}; allowed are "complete" and "input_required".`)
  if (!Array.isArray(content)) return malformed(`Its content is ${kindOf(content)}; it must be a list.`)
  const flaws = content.map((block: unknown) => blockFlaw(block))
  const at = flaws.findIndex((flaw) => flaw !== undefined)
  return at === -1 ? undefined : malformed(`Its content[${at}] is no content block: ${flaws[at]}`)
}

/** Nobody is there to be asked: the call has failed, and the server may know how to do without. */
function inputRequired(requests: unknown): ReplyOutcome {
  const message = 'The tool asks for input before it goes on (input_required), and nobody is here to give it.'
  return { kind: 'error', code: MISSING_CAPABILITY, message, data: requests }
}
