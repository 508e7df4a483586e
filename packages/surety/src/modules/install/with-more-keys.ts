import { type Json, type JsonObject, isRecord } from '@surety/tool-contracts/tools'

const UNKNOWN = 'unknown_key'
/** One of each type, with a text and a number that few formats and bounds take. */
const VALUES: readonly Json[] = ['text', 0.5, null, true, [], {}]
const MOST_KEYS = 20
const MOST_FILLERS = 100

/**
 * The value with keys that one of its objects does not have: one of no schema, those that `schema` names, and one more than it takes; at any
 * depth, of lists in their first item.
 */
export function* withMoreKeys(value: Json, schema: unknown): Generator<Json> {
  const described = isRecord(schema) ? schema : {}
  if (Array.isArray(value)) {
    const [first, ...others] = value
    if (first !== undefined) for (const more of withMoreKeys(first, described['items'])) yield [more, ...others]
    return
  }
  if (!isObject(value)) return
  const named = isRecord(described['properties']) ? described['properties'] : {}
  const keys = [UNKNOWN, ...Object.keys(named).slice(0, MOST_KEYS)].filter((key) => !Object.hasOwn(value, key))
  for (const key of keys) for (const more of VALUES) yield { ...value, ...Object.fromEntries([[key, more]]) }
  const room = roomIn(described, value)
  if (room !== undefined) yield withFillers(value, room + 1)
  for (const [key, inner] of Object.entries(value))
    for (const more of withMoreKeys(inner, named[key])) yield { ...value, ...Object.fromEntries([[key, more]]) }
}

/** How many more keys the schema takes; undefined where there is no bound, or too high a one. */
function roomIn({ maxProperties: most }: Readonly<Record<string, unknown>>, value: JsonObject): number | undefined {
  const room = typeof most === 'number' ? most - Object.keys(value).length : Infinity
  return room >= 0 && room <= MOST_FILLERS ? room : undefined
}

function withFillers(value: JsonObject, count: number): JsonObject {
  const fillers = Array.from({ length: count }, (_, index) => [`${UNKNOWN}_${index}`, 'text'])
  return { ...value, ...Object.fromEntries(fillers) }
}

function isObject(value: Json): value is JsonObject {
  return isRecord(value)
}
