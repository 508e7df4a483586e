import { isProgram, openInspector } from './heap.mjs'

/** Counts every function and block that runs, from now on. */
export function startCoverage() {
  const inspector = openInspector()
  inspector.ask('Profiler.enable')
  inspector.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  /** What ran since this was last asked: functions by script, each with its blocks. */
  return () => inspector.ask('Profiler.takePreciseCoverage')?.result ?? []
}

/** The sources of the program and what it imports, by script. */
export function readSources() {
  const inspector = openInspector()
  const scripts = new Map()
  inspector.onScript(({ params }) => {
    if (isProgram(params.url)) scripts.set(params.scriptId, undefined)
  })
  inspector.ask('Debugger.enable')
  for (const scriptId of scripts.keys()) {
    scripts.set(scriptId, inspector.ask('Debugger.getScriptSource', { scriptId })?.scriptSource ?? '')
  }
  inspector.ask('Debugger.disable')
  inspector.close()
  return scripts
}

/** How often the code at this offset of a function ran. */
export const countAt = (ranges, offset) => innermost(ranges, offset, (range) => range).count

/** The innermost function around an offset. */
export const functionAround = (functions, offset) => innermost(functions, offset, ({ ranges }) => ranges[0])

function innermost(items, offset, rangeOf) {
  const size = (item) => rangeOf(item).endOffset - rangeOf(item).startOffset
  const around = items.filter((item) => rangeOf(item).startOffset <= offset && offset < rangeOf(item).endOffset)
  return around.reduce((least, item) => (least === undefined || size(item) <= size(least) ? item : least), undefined)
}
