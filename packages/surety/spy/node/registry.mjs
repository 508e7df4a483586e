import { enterHandler, enterProtocol } from './enter.mjs'
import { locate } from './heap.mjs'
import { quietly } from './quietly.mjs'
import { slotsFor } from './slots.mjs'

const wrappers = new WeakSet()
/** All that is wrapped: `{tool, group, original, place}`. */
const handlers = []
let copiesInput = false

/** Does an SDK take the requests here? Then handlers get a copy of what was parsed. */
export const isInputCopied = () => copiesInput

/** Finds whatever holds functions under the tools' names, and wraps the functions where they are; returns all that is wrapped. */
export function wrapRegistries(tools) {
  const slots = slotsFor(tools, wrapProtocol).filter(({ get }) => !wrappers.has(get()))
  const places = locate(slots.map(({ get }) => get()))
  // Node's own functions have no place, and stay as they are.
  for (const [index, slot] of slots.entries()) if (places[index]) quietly(() => wrap(slot, places[index]))
  return handlers
}

function wrap({ get, put, tool, group }, place) {
  const original = get()
  if (wrappers.has(original)) return
  const wrapped = wrapper(original, (run, args) => enterHandler(tool, group, args, run))
  if (put(wrapped)) handlers.push({ tool, group, original, place })
}

function wrapProtocol(map) {
  const protocol = map.get('tools/call')
  if (typeof protocol !== 'function' || wrappers.has(protocol)) return
  map.set('tools/call', wrapper(protocol, enterRequest))
}

function enterRequest(run, [request]) {
  const tool = request?.params?.name
  if (typeof tool !== 'string') return run()
  copiesInput = true
  return enterProtocol(tool, run)
}

/** The same function to anyone who looks at it. */
function wrapper(original, enter) {
  const wrapped = new Proxy(original, {
    apply: (target, self, args) => enter(() => Reflect.apply(target, self, args), args),
  })
  wrappers.add(wrapped)
  return wrapped
}
