import { type Fault, quoted } from '../fault.ts'
import type { TableOutline } from './outline.ts'

/** Does each tool have an id of its own? */
export function toolIdFaults(tables: readonly TableOutline[]): readonly Fault[] {
  const seen = new Set<string>()
  return tables.flatMap(({ toolId, path }) => {
    if (toolId === undefined) return []
    const isTaken = seen.has(toolId)
    seen.add(toolId)
    const message = `The toolId ${quoted(toolId)} is taken by a table above. Give each table its own.`
    return isTaken ? [{ path: [...path, 'toolId'], part: 'value' as const, message }] : []
  })
}
