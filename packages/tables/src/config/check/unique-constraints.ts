import { suggestion } from '@surety/tool-contracts/tools'
import type { Fault } from '../fault.ts'
import { nameOf } from './issue-sentence.ts'
import type { Named, TableOutline } from './outline.ts'

/** Does each unique constraint name fields of its table, and each of them once? */
export function uniqueFaults({ unique, fieldNames }: TableOutline): readonly Fault[] {
  return unique.flatMap((group) => [...unknownFields(group, fieldNames), ...repeatedFields(group)])
}

function unknownFields(group: readonly Named[], fieldNames: readonly string[] | undefined): readonly Fault[] {
  if (fieldNames === undefined) return []
  return group
    .filter(({ name }) => !fieldNames.includes(name))
    .map(({ name, path }) => ({
      path,
      part: 'value' as const,
      message: `${nameOf(path)} is no field of this table: name fields, not columns.${suggestion(name, fieldNames)}`,
    }))
}

function repeatedFields(group: readonly Named[]): readonly Fault[] {
  return group
    .filter(({ name }, index) => group.findIndex((other) => other.name === name) < index)
    .map(({ path }) => ({
      path,
      part: 'value' as const,
      message: `${nameOf(path)} names a field that its list has already. Name each once.`,
    }))
}
