import { type Fault, quoted } from '../fault.ts'
import type { TableOutline } from './outline.ts'

/** Can the fields of a table be told apart, also by databases and agents that confuse upper and lower case? */
export function fieldNameFaults({ fields }: TableOutline): readonly Fault[] {
  const seen = new Map<string, string>()
  return fields.flatMap(({ name, path }) => {
    const earlier = seen.get(name.toLowerCase())
    seen.set(name.toLowerCase(), name)
    if (earlier === undefined) return []
    const message =
      earlier === name
        ? `A field named ${quoted(name)} is there already. Give each field its own name.`
        : `Field names must differ in more than upper and lower case: ${quoted(name)} and ${quoted(earlier)}.`
    return [{ path: [...path, 'name'], part: 'value' as const, message }]
  })
}
