import { current, reportNested, runAs, watchOnly } from './calls.mjs'
import { confirm, whenConfirmed } from './group.mjs'
import { carries } from './input.mjs'
import { quietly } from './quietly.mjs'

/** Runs a function that was found under a tool's name. */
export function enterHandler(tool, group, args, run) {
  const serving = quietly(() => {
    const now = current()
    if (now !== undefined) notice(now, tool, group, args)
    return now
  })
  return serving === undefined || !group.confirmed ? run() : runAs(tool, serving.call, run)
}

/** Runs the SDK's own handler of `tools/call`. */
export function enterProtocol(tool, run) {
  const serving = quietly(current)
  if (serving === undefined) return run()
  quietly(() => reportNested(serving.call, serving.tool, tool, 'handler'))
  return runAs(tool, serving.call, run)
}

function notice({ tool: serving, call }, tool, group, args) {
  if (serving !== tool) {
    whenConfirmed(group, `${call.number} ${serving} ${tool}`, () => reportNested(call, serving, tool, 'handler'))
  } else if (tool === call.tool && call.dispatchedTo === undefined) dispatchedTo(group, call, args)
}

/** A group is what the server dispatches by once it is the first to get a call's arguments. */
function dispatchedTo(group, call, args) {
  const input = args.find((value) => carries(value, call.input))
  if (input === undefined && !group.confirmed) return
  call.dispatchedTo = group
  confirm(group)
  watchOnly(call, input ?? args[0])
}
