import { branchesIn, mentions } from './branches.mjs'
import { isReported, reportNested } from './calls.mjs'
import { countAt, functionAround, readSources, startCoverage } from './coverage.mjs'
import { whenConfirmed } from './group.mjs'

const takeCoverage = startCoverage()
let sources = new Map()
/** script → tool → the branches of its dispatcher. */
const branches = new Map()
/** Where handlers stand: `{script, offset, owners}`, an owner being a tool and the group it was found in. */
let places = []
/** tool → the groups it was found in. */
const groups = new Map()
/** A branch on a tool's name needs no confirmation. */
const BRANCHED = { confirmed: true }

/** The next call is judged by what runs from here on. */
export const resetCoverage = () => void takeCoverage()

/** Follows these handlers, and reads where the program decides by tool name. */
export function follow(handlers, tools) {
  places = []
  groups.clear()
  for (const { tool, group, place } of handlers) {
    const known = places.find(({ script, offset }) => script === place.script && offset === place.offset)
    groups.set(tool, [...(groups.get(tool) ?? []), group])
    if (known !== undefined) known.owners.push({ tool, group })
    else places.push({ script: place.script, offset: place.offset, owners: [{ tool, group }] })
  }
  sources = readSources()
  for (const [script, source] of sources) {
    const found = branchesIn(source, tools)
    if (found.size > 0) branches.set(script, found)
  }
}

/** Would a direct call of this tool's handler be noticed? */
export const isCovered = (tool) =>
  groups.get(tool)?.some(({ confirmed }) => confirmed) || [...branches.values()].some((found) => found.has(tool))

/** Reports the handlers of other tools that ran during this call. */
export function reportRan(call) {
  const scripts = takeCoverage()
  if (!call.alone) return
  const hits = [...handlersRun(scripts), ...functionsRun(scripts), ...branchesRun(scripts, call.tool)]
  const others = hits.filter(({ tool }) => tool !== call.tool)
  for (const hit of others) whenConfirmed(hit.group, `${call.number} ${hit.tool}`, () => reportHit(hit, hits, call))
}

function reportHit(hit, hits, call) {
  if (isReported(call, hit.tool)) return
  const confirmed = hits.filter(({ group }) => group.confirmed)
  reportNested(call, callerOf(hit, confirmed, call), hit.tool, 'handler')
}

/** Who called it: the tool itself unless only another one that ran names it. */
function callerOf(hit, hits, call) {
  const naming = hits.filter(({ tool, text }) => tool !== hit.tool && mentions(text, hit))
  if (naming.length === 0 || naming.some(({ tool }) => tool === call.tool)) return call.tool
  return naming[0].tool
}

function* handlersRun(scripts) {
  for (const { script, offset, owners } of places) {
    const functions = scripts.find(({ scriptId }) => scriptId === script)?.functions ?? []
    const handler = functionAround(functions, offset)
    const owner = ownerAmong(owners)
    if (owner !== undefined && handler !== undefined && startsAt(handler, script, offset))
      yield { ...hitOf(owner.tool, handler, script), group: owner.group }
  }
}

/** Whose handler it is, if it is one tool's only; what the server dispatches by counts more than what else was found. */
function ownerAmong(owners) {
  const confirmed = owners.filter(({ group }) => group.confirmed)
  const [first, ...others] = confirmed.length > 0 ? confirmed : owners
  return others.some(({ tool }) => tool !== first.tool) ? undefined : first
}

/** A function's parameters stand at its offset: between its start and there, no other parenthesis opens. */
function startsAt({ ranges: [all] }, script, offset) {
  return all.count > 0 && sources.get(script)?.slice(all.startOffset, offset).includes('(') === false
}

/** Functions that a dispatcher hands a tool's whole input to. */
function* functionsRun(scripts) {
  for (const [dispatching, found] of branches) {
    const named = [...found].flatMap(([tool, sites]) =>
      sites.flatMap(({ functions }) => functions.map((name) => ({ tool, name }))),
    )
    for (const { tool, name } of named) {
      const handler = functionNamed(name, scripts, dispatching)
      if (handler !== undefined) yield hitOf(tool, handler.called, handler.script)
    }
  }
}

/** The one function of that name that ran: in the dispatcher's own script, or in just one other. */
function functionNamed(name, scripts, dispatching) {
  const ofThisName = scripts
    .filter(({ scriptId }) => sources.has(scriptId))
    .flatMap(({ scriptId, functions }) =>
      functions
        .filter(({ functionName, ranges }) => functionName === name && ranges[0].count > 0)
        .map((called) => ({ called, script: scriptId })),
    )
  const near = ofThisName.filter(({ script }) => script === dispatching)
  const [only, ...more] = near.length > 0 ? near : ofThisName
  return more.length === 0 ? only : undefined
}

function hitOf(tool, { functionName, ranges: [all] }, script) {
  const text = sources.get(script)?.slice(all.startOffset, all.endOffset) ?? ''
  return { tool, functionName, text, group: BRANCHED }
}

/** Branches that ran because the dispatcher that took this call was entered again for another tool. */
function* branchesRun(scripts, serving) {
  for (const { scriptId, functions } of scripts) {
    const found = branches.get(scriptId)
    if (found === undefined) continue
    const run = [...found].flatMap(([tool, sites]) =>
      sites.flatMap(({ offset, text }) => runAt(functions, offset, tool, text)),
    )
    for (const own of run.filter(({ tool }) => tool === serving)) {
      const together = run.filter(({ dispatcher }) => dispatcher === own.dispatcher)
      // A function that goes through all the tools lists them; it does not call them.
      const lists = found.size > 2 && new Set(together.map(({ tool }) => tool)).size === found.size
      if (!lists && own.dispatcher.ranges[0].count > 1) yield* together
    }
  }
}

function runAt(functions, offset, tool, text) {
  const dispatcher = functionAround(functions, offset)
  if (dispatcher === undefined || countAt(dispatcher.ranges, offset) === 0) return []
  return [{ tool, text, dispatcher, functionName: undefined, group: BRANCHED }]
}
