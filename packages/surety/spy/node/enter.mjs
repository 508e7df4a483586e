import { current, reportNested, runAs, watchOnly } from './calls.mjs'
import { carries } from './input.mjs'
import { quietly } from './quietly.mjs'

const MOST_HELD = 100

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
    const report = () => reportNested(call, serving, tool, 'handler')
    if (group.confirmed) report()
    else if (group.held.length < MOST_HELD) group.held.push(report)
    return
  }
  if (tool === call.tool && call.dispatchedTo === undefined) confirm(call, group, args)
}

/** A group is what the server dispatches by once it is the first to get a call's arguments. */
function confirm(call, group, args) {
  const input = args.find((value) => carries(value, call.input))
  if (input === undefined && !group.confirmed) return
  call.dispatchedTo = group
  group.confirmed = true
  for (const report of group.held.splice(0)) report()
  watchOnly(call, input ?? args[0])
}
