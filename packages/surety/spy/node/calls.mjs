import { AsyncLocalStorage } from 'node:async_hooks'
import { copyOf, differences } from './input.mjs'
import { log } from './log.mjs'

const MOST_OPEN = 1000

/** The calls this process has received and not yet answered, by request id. */
const open = new Map()
/** The tool whose handler runs here: `{tool, call}`. */
const running = new AsyncLocalStorage()
let begun = 0

export function beginCall(id, tool, input) {
  // Read twice, it is one call all the same.
  open.delete(id)
  const call = {
    number: (begun += 1),
    id,
    tool,
    input,
    watched: undefined,
    reported: [],
    dispatchedTo: undefined,
    alone: open.size === 0,
    isClient: false,
    isHandedOn: false,
    startsUnspied: false,
  }
  if (!call.alone) for (const other of open.values()) other.alone = false
  if (open.size >= MOST_OPEN) open.delete(open.keys().next().value)
  open.set(id, call)
  // A server started by this tool finds the tool's name in its environment.
  process.env.SURETY_SPY_PARENT = tool
  return call
}

/** Takes the call off the list; undefined if the id is no call's. */
export function endCall(id) {
  const call = open.get(id)
  if (call === undefined) return undefined
  open.delete(id)
  if (open.size === 0) delete process.env.SURETY_SPY_PARENT
  return call
}

/** The tool that is being served here and now, if that can be told. */
export function current() {
  const inside = running.getStore()
  if (inside !== undefined) return inside
  if (open.size !== 1) return undefined
  const [call] = open.values()
  return { tool: call.tool, call }
}

/** Runs a handler such that whatever it calls is known to come from its tool. */
export const runAs = (tool, call, handler) => running.run({ tool, call }, handler)

/** Reports that one tool called another, once for each pair in a call. */
export function reportNested(call, from, to, how) {
  if (from === to) return
  if (call?.reported.some((pair) => pair.from === from && pair.to === to)) return
  call?.reported.push({ from, to })
  log({ kind: 'nested', from, to, how })
}

/** Was this tool seen being called, by whichever tool? */
export const isReported = (call, to) => call.reported.some((pair) => pair.to === to)

/** Changes to this object, and to no other, are the tool's doing. */
export function watchOnly(call, input) {
  call.watched = undefined
  try {
    call.watched = { input, before: copyOf(input) }
  } catch {
    // The SDK's own context, or something too large to follow.
  }
}

export function reportMutations({ tool, watched }) {
  if (watched === undefined) return
  for (const difference of differences(watched.before, watched.input)) log({ kind: 'mutation', tool, ...difference })
}
