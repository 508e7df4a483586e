import { branchesIn } from './branches.mjs'
import { readSources } from './coverage.mjs'
import { log } from './log.mjs'
import { isStarted } from './parent.mjs'
import { quietly } from './quietly.mjs'
import { handlersIn, hasHandlers, isInputCopied } from './registry.mjs'

let said

/** Says what is seen in this process once an answered call has shown it, and again when another shows more. */
export function sayWhatIsSeen({ dispatchedTo: group }, answer, tools, deep) {
  // A call that was refused may never have reached its handler.
  const reached = group !== undefined || (answer.result !== undefined && answer.result?.isError !== true)
  if (isStarted || tools.size === 0 || !reached) return
  const calls = said?.calls || [...tools].every((tool) => deep?.isCovered(tool) || isOnlyIn(group, tool))
  const inputs = said?.inputs || group !== undefined || !isInputCopied()
  if (said?.calls === calls && said?.inputs === inputs) return
  said = { calls, inputs }
  const sees = Object.keys(said).filter((what) => said[what])
  log({
    kind: 'spy',
    language: 'node',
    sees,
    ...(!calls && !deep && { deeper: quietly(() => hasMoreToSee(tools)) === true }),
  })
}

/** Is there anything that a spy who looks deeply could follow? */
const hasMoreToSee = (tools) =>
  hasHandlers() || [...readSources().values()].some((source) => branchesIn(source, tools).size > 0)

/** Can this tool's handler be called only through its wrapper? */
function isOnlyIn(group, tool) {
  const handlers = handlersIn(group).filter((handler) => handler.tool === tool)
  return handlers.length > 0 && !handlers.some(({ place }) => isNamed(place))
}

/** Does the source give the function a name others could call it by? It stands at the parameters, or at `async`. */
function isNamed({ source, offset }) {
  const before = source.slice(Math.max(0, offset - 200), offset)
  return /function\s*\*?\s*[\w$]+\s*$/.test(before) || /[^=!<>]=\s*(?:async\s*)?(?:function\s*\*?\s*)?$/.test(before)
}
