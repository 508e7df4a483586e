import { beginCall, current, endCall, reportMutations, reportNested, watchOnly } from './calls.mjs'
import { reportIfStarted } from './parent.mjs'
import { handlersIn, wrapRegistries } from './registry.mjs'
import { sayWhatIsSeen } from './sees.mjs'
import { watchMessages } from './messages.mjs'

const deep = process.env.SURETY_SPY_DEEP === '1' ? await import('./deep.mjs') : undefined
/** Ids of requests for the list of tools. */
const listings = new Set()
const tools = new Set()
/** Messages that came from outside: written again, they are no calls of this process. */
const received = new WeakSet()

export const spy = () => watchMessages(onReceived, onSent)

function onReceived(message) {
  received.add(message)
  const { id, method, params } = message
  if (id === undefined) return
  if (method === 'tools/list') listings.add(id)
  if (method !== 'tools/call' || typeof params?.name !== 'string') return
  reportIfStarted(params.name)
  const call = beginCall(id, params.name, params.arguments ?? {})
  watchOnly(call, call.input)
  deep?.resetCoverage()
}

function onSent(message) {
  if (message.method === 'tools/call') onCallSent(message)
  else if (listings.delete(message.id)) learn(message.result)
  else if (!('method' in message)) onAnswered(message)
}

function onCallSent(message) {
  const to = message.params?.name
  if (message.id === undefined || received.has(message) || typeof to !== 'string') return
  const serving = current()
  reportNested(serving?.call, serving?.tool, to, 'client')
}

let searchedFor = 0

/** Looks for the handlers once the last page is written. */
function learn({ tools: listed, nextCursor } = {}) {
  if (!Array.isArray(listed)) return
  for (const tool of listed) if (typeof tool?.name === 'string') tools.add(tool.name)
  if (nextCursor !== undefined || tools.size === searchedFor) return
  searchedFor = tools.size
  wrapRegistries(tools)
  deep?.readBranches(tools)
}

function onAnswered(answer) {
  const call = endCall(answer.id)
  if (call === undefined) return
  reportMutations(call)
  if (call.dispatchedTo !== undefined) deep?.follow(handlersIn(call.dispatchedTo))
  sayWhatIsSeen(call, answer, tools, deep)
  deep?.reportRan(call)
}
