import { log } from './log.mjs'
import { isInputCopied } from './registry.mjs'

/** Tools that were called before all the handlers were known: what they called is reported once they are. */
const waiting = []

/** Says of an answered call what of it was seen: calls of other tools, changes of its input. */
export function sayWhatWasSeen(call, answer, tools, isCovered) {
  // A call that was refused may never have reached its handler.
  const isAccepted = answer.result !== undefined && answer.result?.isError !== true
  if (tools.size === 0 || !isAccepted) return
  const isHere = !call.isHandedOn
  const seesCalls = isHere && call.alone && (!call.startsUnspied || call.isClient)
  const seesInputs = isHere && (call.dispatchedTo !== undefined || (!isInputCopied() && isCovered(call.tool)))
  say(call.tool, seesInputs ? ['inputs'] : [])
  if (seesCalls) waiting.push(call.tool)
  if ([...tools].every(isCovered)) for (const tool of waiting.splice(0)) say(tool, ['calls'])
}

const say = (tool, sees) => log({ kind: 'spy', language: 'node', tool, sees })
