import { type JsonObject, isList } from '@surety/tool-contracts/tools'
import { at, objectAt } from './json.ts'
import { isSchema, type Root, type Schema } from './schema.ts'

/** What an object schema asks of the value under a key. */
export function schemasOfKey(root: Root, node: JsonObject, key: string): readonly Schema[] {
  const named = at(objectAt(node, 'properties'), key)
  const matched = Object.entries(objectAt(node, 'patternProperties'))
    .filter(([pattern]) => root.patterns.matches(pattern, key))
    .map(([, schema]) => schema)
  const spoken = [named, ...matched].filter(isSchema)
  return spoken.length > 0 ? spoken : [at(node, 'additionalProperties')].filter(isSchema)
}

/** What an array schema asks of the item at an index, in the words of either draft. */
export function schemasOfIndex(node: JsonObject, index: number): readonly Schema[] {
  const prefix = prefixOf(node)
  if (index < prefix.length) return [prefix[index]].filter(isSchema)
  const rest = isList(at(node, 'items')) ? at(node, 'additionalItems') : at(node, 'items')
  return [rest].filter(isSchema)
}

/** The schemas that count items off one by one. */
export function prefixOf(node: JsonObject): readonly Schema[] {
  const listed = at(node, 'prefixItems') ?? at(node, 'items')
  return isList(listed) ? listed.filter(isSchema) : []
}
