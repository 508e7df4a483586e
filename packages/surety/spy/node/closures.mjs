import { openInspector } from './heap.mjs'

const HANDOVER = Symbol.for('surety.spy.closures')
const TAKE = "function () { globalThis[Symbol.for('surety.spy.closures')](this) }"
const MOST_SCOPES = 3

/** What each of these functions closes over that is an object or a function, the variables of modules and scripts aside. */
export function closedOver(functions) {
  const inspector = openInspector()
  const values = functions.map((closure) => {
    const found = []
    for (const scope of scopesOf(inspector, closure).slice(0, MOST_SCOPES)) {
      const variables = inspector.ask('Runtime.getProperties', { objectId: scope, ownProperties: true })?.result ?? []
      const objects = variables.flatMap(({ value }) => (value?.objectId === undefined ? [] : [value.objectId]))
      for (const objectId of objects) take(inspector, objectId, (value) => found.push(value))
    }
    return found
  })
  delete globalThis[HANDOVER]
  inspector.close()
  return values
}

function scopesOf(inspector, closure) {
  globalThis[HANDOVER] = closure
  const expression = "globalThis[Symbol.for('surety.spy.closures')]"
  const { objectId } = inspector.ask('Runtime.evaluate', { expression }).result
  const inner = inspector.ask('Runtime.getProperties', { objectId, ownProperties: true })?.internalProperties ?? []
  const list = inner.find(({ name }) => name === '[[Scopes]]')?.value.objectId
  if (list === undefined) return []
  const scopes = inspector.ask('Runtime.getProperties', { objectId: list, ownProperties: true })?.result ?? []
  return scopes.flatMap(({ value }) => (/^(?:Closure|Block)/.test(value?.description) ? [value.objectId] : []))
}

function take(inspector, objectId, onValue) {
  globalThis[HANDOVER] = onValue
  inspector.ask('Runtime.callFunctionOn', { objectId, functionDeclaration: TAKE })
}
