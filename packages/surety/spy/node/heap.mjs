import { createRequire } from 'node:module'

// Most processes never need it, and it is slow to load.
const load = () => createRequire(import.meta.url)('node:inspector')

/** An in-process inspector: what it is asked it answers before `ask` returns. */
export function openInspector() {
  const { Session } = load()
  const session = new Session()
  session.connect()
  const ask = (method, params) => {
    let answer
    session.post(method, params, (error, result) => {
      answer = error ? undefined : result
    })
    return answer
  }
  return {
    ask,
    onScript: (listener) => session.on('Debugger.scriptParsed', listener),
    close: () => session.disconnect(),
  }
}

const HANDOVER = Symbol.for('surety.spy.handover')

/** Shows every live object of the process once. Costs a full garbage collection. */
export function eachObject(look) {
  const inspector = openInspector()
  const root = inspector.ask('Runtime.evaluate', { expression: 'Object.prototype' })
  const all = inspector.ask('Runtime.queryObjects', { prototypeObjectId: root.result.objectId })
  globalThis[HANDOVER] = (objects) => objects.forEach(look)
  inspector.ask('Runtime.callFunctionOn', {
    objectId: all.objects.objectId,
    functionDeclaration: "function () { globalThis[Symbol.for('surety.spy.handover')](this) }",
  })
  delete globalThis[HANDOVER]
  inspector.close()
}

/** Where functions of the program stand: `{script, offset, source}` for each, in order; undefined for those of Node itself. */
export function locate(functions) {
  const inspector = openInspector()
  const ofProgram = new Set()
  inspector.onScript(({ params }) => {
    if (isProgram(params.url)) ofProgram.add(params.scriptId)
  })
  inspector.ask('Debugger.enable')
  globalThis[HANDOVER] = functions
  const sources = new Map()
  const list = inspector.ask('Runtime.evaluate', { expression: "globalThis[Symbol.for('surety.spy.handover')]" })
  const listed = inspector.ask('Runtime.getProperties', { objectId: list.result.objectId, ownProperties: true })
  const ids = new Map(listed.result.map(({ name, value }) => [name, value?.objectId]))
  const places = functions.map((_, index) => {
    const found = locationOf(inspector, ids.get(String(index)))
    if (!ofProgram.has(found?.scriptId)) return undefined
    const script = found.scriptId
    if (!sources.has(script)) {
      sources.set(script, inspector.ask('Debugger.getScriptSource', { scriptId: script })?.scriptSource ?? '')
    }
    const source = sources.get(script)
    return { script, offset: offsetOf(source, found), source }
  })
  delete globalThis[HANDOVER]
  // Disabled at once: with a debugger attached, a `debugger` statement would stop the server.
  inspector.ask('Debugger.disable')
  inspector.close()
  return places
}

const OWN = new URL('.', import.meta.url).href

/** Is this a script of the server or of what it imports, not of Node itself nor of the spy? */
export const isProgram = (url) => /^(?:file:|\/|[A-Za-z]:)/.test(url) && !url.startsWith(OWN)

/** A bound function stands where the function it binds does. */
function locationOf(inspector, objectId) {
  const inner = inspector.ask('Runtime.getProperties', { objectId, ownProperties: true })?.internalProperties ?? []
  const valueOf = (wanted) => inner.find(({ name }) => name === wanted)?.value
  const target = valueOf('[[TargetFunction]]')?.objectId
  return target === undefined ? valueOf('[[FunctionLocation]]')?.value : locationOf(inspector, target)
}

function offsetOf(source, { lineNumber, columnNumber }) {
  let start = 0
  for (let line = 0; line < lineNumber; line += 1) start = source.indexOf('\n', start) + 1
  return start + columnNumber
}
