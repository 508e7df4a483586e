import { closedOver } from './closures.mjs'
import { locate } from './heap.mjs'
import { functionsOf } from './slots.mjs'

/**
 * Many servers put the same function around all their handlers: `register(name, guarded(handler))`. Where tools share such
 * code, the handler proper is the one function that it closes over for this tool and for no other.
 */
export function handlersBehind(handlers) {
  const isShared = isOfSeveral(handlers, placeOf, toolOf)
  const shared = handlers.filter(isShared)
  const values = closedOver(shared.map(({ original }) => original))
  const inner = shared.flatMap(({ tool, group }, index) =>
    values[index].flatMap(functionsOf).map((original) => ({ tool, group, original })),
  )
  const places = locate(inner.map(({ original }) => original))
  const located = inner.flatMap((handler, index) => (places[index] ? [{ ...handler, place: places[index] }] : []))
  const isHelper = isOfSeveral(located, placeOf, toolOf)
  const own = located.filter((handler) => !isHelper(handler))
  const isAmbiguous = isOfSeveral(own, toolOf, placeOf)
  return own.filter((handler) => !isAmbiguous(handler))
}

const placeOf = ({ place }) => `${place.script} ${place.offset}`
const toolOf = ({ tool }) => tool

/** Tells whether things with the same key as the one it is given differ in their value. */
function isOfSeveral(things, keyOf, valueOf) {
  const values = new Map()
  for (const thing of things) values.set(keyOf(thing), (values.get(keyOf(thing)) ?? new Set()).add(valueOf(thing)))
  return (thing) => values.get(keyOf(thing)).size > 1
}
