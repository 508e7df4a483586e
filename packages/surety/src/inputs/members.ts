import { type Json, type JsonObject, isList } from '@surety/tool-contracts/tools'
import { at } from './json.ts'

/** The only values it can be, if the schema says so. */
export function membersOf(nodes: readonly JsonObject[]): readonly Json[] | undefined {
  for (const node of nodes) {
    const constant = at(node, 'const')
    if (constant !== undefined) return [constant]
    const members = at(node, 'enum')
    if (isList(members)) return members
  }
  return undefined
}

/** A value like them that is none of them. */
export function strangerTo(members: readonly Json[]): Json {
  const numbers = members.filter((member) => typeof member === 'number')
  if (numbers.length === members.length) return Math.max(...numbers) + 1
  if (members.every((member) => typeof member === 'boolean')) return !members.includes(true)
  return 'none-of-the-members'
}
