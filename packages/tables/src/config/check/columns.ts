import { type Fault, quoted } from '../fault.ts'
import type { TableOutline } from './outline.ts'
import { suggester } from './suggest.ts'

/** Does each entry of columnMappings speak of a field, and each field have a column of its own? */
export function columnFaults(table: TableOutline): readonly Fault[] {
  return [...unknownFields(table), ...sharedColumns(table)]
}

function unknownFields({ path, columnMappings, fieldNames }: TableOutline): readonly Fault[] {
  if (fieldNames === undefined) return []
  const known = new Set(fieldNames)
  const suggest = suggester(fieldNames)
  return [...columnMappings.keys()]
    .filter((name) => !known.has(name))
    .map((name) => ({
      path: [...path, 'columnMappings', name],
      part: 'key' as const,
      message: `'columnMappings' names ${quoted(name)}, which is no field of this table.${suggest(name)}`,
    }))
}

function sharedColumns({ path, fields, columnMappings }: TableOutline): readonly Fault[] {
  const takenBy = new Map<string, string>()
  return fields.flatMap(({ name }) => {
    const column = columnMappings.get(name) ?? name
    const earlier = takenBy.get(column)
    takenBy.set(column, name)
    if (earlier === undefined || earlier === name) return []
    // One of the two is mapped: else they would have the same name.
    const mapped = columnMappings.has(name) ? name : earlier
    const message = `The fields ${quoted(earlier)} and ${quoted(name)} would go to the same column. Give each its own.`
    return [{ path: [...path, 'columnMappings', mapped], part: 'value' as const, message }]
  })
}
