import type { Fault } from '../fault.ts'
import { nameOf } from './issue-sentence.ts'
import type { TableOutline } from './outline.ts'
import { suggester } from './suggest.ts'

/** Does each unique constraint name fields of its table, and each of them once? */
export function uniqueFaults({ unique, fieldNames }: TableOutline): readonly Fault[] {
  const known = new Set(fieldNames)
  const suggest = suggester(fieldNames ?? [])
  return unique.flatMap((constraint) => {
    const seen = new Set<string>()
    return constraint.flatMap(({ name, path }) => {
      const message = seen.has(name) ? REPEATED : unknown(name)
      seen.add(name)
      return message === undefined ? [] : [{ path, part: 'value' as const, message: `${nameOf(path)} ${message}` }]
    })
  })

  function unknown(name: string): string | undefined {
    if (fieldNames === undefined || known.has(name)) return undefined
    return `is no field of this table: name fields, not columns.${suggest(name)}`
  }
}

const REPEATED = 'names a field that its list has already. Name each once.'
