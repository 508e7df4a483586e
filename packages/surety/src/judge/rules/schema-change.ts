import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { fieldOf } from '../json.ts'
import { deeper } from '../json-path.ts'
import { list } from '../words.ts'

/** What an accepted input has other than the refused one, and where: `$.text`. */
type Difference = { readonly path: string } & (
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'Length' | 'Items'; readonly refused: number; readonly accepted: number }
  | { readonly kind: 'number'; readonly refused: number; readonly accepted: number; readonly isWhole: boolean }
)

/** Further apart than that, two numbers tell no bound. */
const NEAR = 1000

/** Which change of the schema would forbid the refused input and allow the accepted ones, as far as these tell. */
export function schemaChange(refused: Json, accepted: readonly Json[], schema?: Json): string | undefined {
  const all = accepted.map((other) => differences(refused, other, '$', schema))
  const single = all.flatMap((found) => (found.length === 1 ? found : []))
  const [first] = single
  if (first === undefined) return undefined
  const alike = single.filter(({ path, kind }) => path === first.path && kind === first.kind)
  return `${changeOf(first, alike, all)} at ${first.path}`
}

function changeOf(first: Difference, alike: readonly Difference[], all: readonly (readonly Difference[])[]): string {
  if (first.kind === 'key') return keysChange(keysIn(alike), all.filter((found) => found.length === 2).map(keysIn))
  if (first.kind === 'number') return numberChange(first, alike)
  return `"${first.accepted > first.refused ? 'min' : 'max'}${first.kind}": ${first.accepted}`
}

/** Keys of which one is enough: whether they may stand together tells `anyOf` from `oneOf`. */
function keysChange(keys: readonly string[], together: readonly (readonly string[])[]): string {
  const [only = '', ...others] = keys
  if (others.length === 0) return required(only)
  const pairs = (keys.length * (keys.length - 1)) / 2
  const accepted = together.filter((pair) => pair.length === 2 && pair.every((key) => keys.includes(key))).length
  if (accepted > 0 && accepted < pairs)
    return `which of ${list(
      keys.map((key) => JSON.stringify(key)),
      5,
    )} are needed, and which exclude each other,`
  return `"${accepted === 0 ? 'oneOf' : 'anyOf'}": [${keys.map((key) => `{ ${required(key)} }`).join(', ')}]`
}

function keysIn(found: readonly Difference[]): readonly string[] {
  return [...new Set(found.flatMap((one) => (one.kind === 'key' ? [one.key] : [])))]
}

/** A number that is accepted on both sides is a hole, not a bound. */
function numberChange(
  { refused, accepted, isWhole }: Extract<Difference, { kind: 'number' }>,
  alike: readonly Difference[],
): string {
  const isAbove = (one: Difference): boolean => one.kind === 'number' && one.accepted > one.refused
  if (alike.some(isAbove) && !alike.every(isAbove)) return `"not": { "const": ${refused} }`
  const [keyword, exclusive] = accepted > refused ? ['minimum', 'exclusiveMinimum'] : ['maximum', 'exclusiveMaximum']
  if (Math.abs(refused - accepted) > NEAR) return `a "${keyword}"`
  return isWhole ? `"${keyword}": ${accepted}` : `"${exclusive}": ${refused}`
}

function differences(refused: Json, accepted: Json, path: string, schema: Json | undefined): readonly Difference[] {
  if (typeof refused === 'string' && typeof accepted === 'string')
    return lengths('Length', Array.from(refused).length, Array.from(accepted).length, path)
  if (isList(refused) && isList(accepted)) {
    if (refused.length !== accepted.length) return lengths('Items', refused.length, accepted.length, path)
    const items = fieldOf(schema, 'items')
    return refused.flatMap((item, index) => differences(item, accepted[index] ?? null, deeper(path, index), items))
  }
  if (typeof refused === 'number' && typeof accepted === 'number') {
    const isWhole = fieldOf(schema, 'type') === 'integer'
    return refused === accepted ? [] : [{ kind: 'number', refused, accepted, path, isWhole }]
  }
  if (!isRecord(refused) || !isRecord(accepted)) return []
  const properties = fieldOf(schema, 'properties')
  return Object.entries(accepted).flatMap(([key, value]) => {
    if (!Object.hasOwn(refused, key)) return [{ kind: 'key' as const, path, key }]
    return differences(refused[key] ?? null, value, deeper(path, key), fieldOf(properties, key))
  })
}

function lengths(kind: 'Length' | 'Items', refused: number, accepted: number, path: string): readonly Difference[] {
  return refused === accepted ? [] : [{ kind, refused, accepted, path }]
}

function required(key: string): string {
  return `"required": [${JSON.stringify(key)}]`
}
