import { type Json, type JsonObject, isList } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { schemasOfIndex } from './children.ts'
import { at, distinct, numberAt } from './json.ts'
import type { Maker } from './maker.ts'

const LONG = 100
const MAX_LENGTH = 1_000
const MAX_CHARACTERS = 20_000

/** The shortest and the longest array that begin as this one; where the schema leaves the length open, a long one stands for the longest. */
export function listEnds(nodes: readonly JsonObject[], value: Json, make: Maker): readonly Json[] {
  const least = Math.max(0, ...nodes.map((node) => numberAt(node, 'minItems') ?? 0))
  const most = Math.min(...nodes.map((node) => numberAt(node, 'maxItems') ?? Infinity))
  const longest = Math.min(most === Infinity ? Math.max(LONG, least) : most, MAX_LENGTH)
  const first = isList(value) ? value : []
  const full = [...first, ...furtherItems(nodes, longest, make)]
  const list = isUnique(nodes) ? distinct(full) : full
  return [list.slice(0, least), list.slice(0, Math.max(least, longest))]
}

/** As many as wanted, if they are small. */
function furtherItems(nodes: readonly JsonObject[], wanted: number, make: Maker): readonly Json[] {
  const schemas = nodes.flatMap((node) => schemasOfIndex(node, Infinity))
  const made = make(schemas, { keys: 'required', plain: !isUnique(nodes) })
  if (!made.ok) return []
  const [item = null] = fc().sample(made.arbitrary, { seed: 1, numRuns: 1 })
  const count = Math.min(wanted, Math.ceil(MAX_CHARACTERS / JSON.stringify(item).length))
  return isUnique(nodes) ? fc().sample(made.arbitrary, { seed: 1, numRuns: 2 * count }) : Array<Json>(count).fill(item)
}

function isUnique(nodes: readonly JsonObject[]): boolean {
  return nodes.some((node) => at(node, 'uniqueItems') === true)
}
