import { ANYWHERE } from '../yaml/bounds.ts'
import type { Place } from '../contract-file.ts'
import { readText } from '../yaml/read-text.ts'

/** Where a file of code names the tool; its start if it does so nowhere. */
export function toolPlace(path: string, tool: unknown): Place {
  // Whether it may be read was asked before its code ran.
  const read = readText(path, ANYWHERE)
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${String(tool)}${quote}`)
  for (const [index, line] of (read.ok ? read.text : '').split('\n').entries()) {
    const column = Math.max(...quoted.map((name) => line.indexOf(name)))
    if (column >= 0) return { line: index + 1, column: column + 1 }
  }
  return { line: 1, column: 1 }
}
