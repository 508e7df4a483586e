import { type JsonObject, isRecord } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { at, objectAt, textsAt } from './json.ts'
import type { Root } from './schema.ts'

/** Keys for an object that its `properties` do not name. */
export interface ExtraKeys {
  /** Those worth adding: the schema describes what stands under them. */
  readonly described: readonly string[]
  /** Those to fall back on where more keys are needed. */
  readonly spare: readonly string[]
}

const USUAL = 3
const PLAIN = ['key', 'name', 'id', 'value', 'a', 'b', 'x-1', 'ключ']

export function extraKeys(nodes: readonly JsonObject[], root: Root, needed: number): ExtraKeys {
  const patterns = nodes.flatMap((node) => Object.keys(objectAt(node, 'patternProperties')))
  const names = nodes.map((node) => objectAt(node, 'propertyNames'))
  const named = names.flatMap((node) => [...textsAt(node, 'enum'), ...textsLike(root, at(node, 'pattern'))])
  const matching = patterns.flatMap((pattern) => textsLike(root, pattern))
  const spare = [...named, ...matching, ...PLAIN, ...Array.from({ length: needed }, (_, index) => `key${index}`)]
  const mapped = nodes.some(isMap) && !nodes.some((node) => at(node, 'additionalProperties') === false)
  return { described: [...matching, ...(mapped ? [...named, ...PLAIN].slice(0, USUAL) : [])], spare }
}

/** Does it say what stands under keys it does not name, or name none at all? */
function isMap(node: JsonObject): boolean {
  const additional = at(node, 'additionalProperties')
  if (isRecord(additional) && Object.keys(additional).length > 0) return true
  return additional !== undefined && additional !== false && at(node, 'properties') === undefined
}

function textsLike(root: Root, pattern: unknown): readonly string[] {
  const made = typeof pattern === 'string' ? root.patterns.texts(pattern, 8) : undefined
  if (made?.ok !== true) return []
  const texts = fc().sample(made.arbitrary, { seed: 1, numRuns: 2 * USUAL })
  return [...new Set(texts)].filter((text) => root.patterns.matches(String(pattern), text)).slice(0, USUAL)
}
