import { beginCall, current, endCall, reportMutations, reportNested, watchOnly } from './calls.mjs'
import { handlersBehind } from './forwarders.mjs'
import { watchHandingOn } from './handing-on.mjs'
import { watchMessages } from './messages.mjs'
import { isStarted, reportIfStarted } from './parent.mjs'
import { wrapRegistries } from './registry.mjs'
import { sayWhatWasSeen } from './sees.mjs'

// What a tool starts while it is called says nothing of its own handlers.
const ran = isStarted ? undefined : await import('./ran.mjs')
/** Ids of requests for the list of tools. */
const listings = new Set()
const tools = new Set()
/** Messages that came from outside: written again, they are no calls of this process. */
const received = new WeakSet()

export function spy() {
  watchMessages(onReceived, onSent)
  watchHandingOn()
}

function onReceived(message) {
  received.add(message)
  const { id, method, params } = message
  if (id === undefined) return
  if (method === 'tools/list') listings.add(id)
  if (method !== 'tools/call' || typeof params?.name !== 'string') return
  reportIfStarted(params.name)
  const call = beginCall(id, params.name, params.arguments ?? {})
  watchOnly(call, call.input)
  ran?.resetCoverage()
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
  if (serving === undefined) return reportNested(undefined, undefined, to, 'client')
  serving.call.isClient = true
  // Whoever is asked for the same tool serves the call in its place.
  if (serving.tool === to) serving.call.isHandedOn = true
  else reportNested(serving.call, serving.tool, to, 'client')
}

let searchedFor = 0

/** Looks for the handlers once the last page is written. */
function learn({ tools: listed, nextCursor } = {}) {
  if (!Array.isArray(listed)) return
  for (const tool of listed) if (typeof tool?.name === 'string') tools.add(tool.name)
  if (nextCursor !== undefined || tools.size === searchedFor) return
  searchedFor = tools.size
  const handlers = wrapRegistries(tools)
  ran?.follow([...handlers, ...handlersBehind(handlers)], tools)
}

function onAnswered(answer) {
  const call = endCall(answer.id)
  if (call === undefined) return
  reportMutations(call)
  if (ran === undefined) return
  ran.reportRan(call)
  // Last of all: a log in which this is missing, or does not follow what came before, is not whole.
  sayWhatWasSeen(call, answer, tools, ran.isCovered)
}
