import type { Arbitrary } from 'fast-check'
import type { Json, JsonObject } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { prefixOf, schemasOfIndex } from './children.ts'
import { at, distinct, numberAt } from './json.ts'
import {
  LARGE,
  LARGEST,
  type Made,
  type MakePart,
  none,
  noneIn,
  type NoValues,
  type Values,
  values,
  type Wish,
} from './made.ts'
import { isSchema, type Schema } from './schema.ts'

const USUAL_ITEMS = { some: 5, all: 1, required: 0 } as const

/** Arrays: first the items that are counted off or must be contained, then as many others as there may be. */
export function listValues(nodes: readonly JsonObject[], wish: Wish, part: MakePart): Made {
  const least = Math.max(0, ...nodes.map((node) => numberAt(node, 'minItems') ?? 0))
  const most = Math.min(...nodes.map((node) => numberAt(node, 'maxItems') ?? Infinity))
  if (least > most) return none(`no array has at least ${least} and at most ${most} items`)
  if (least > LARGEST) return none(`an array of at least ${least} items is too large to send`)

  const others = nodes.flatMap((node) => schemasOfIndex(node, Infinity))
  const contained = containedIn(nodes)
  const slots = [...countedOff(nodes, most), ...contained.map((schema) => [...others, schema])]
  const mandatory = Math.max(least, contained.length > 0 ? slots.length : 0)
  const head = madeInOrder(wish.keys === 'required' ? slots.slice(0, mandatory) : slots, part)
  if (head.problem !== undefined && head.made.length < mandatory)
    return noneIn(`item ${head.made.length}`, head.problem)

  const missing = Math.max(0, least - head.made.length)
  const rest = restOf(others, missing, part)
  if (!rest.ok && missing > 0) return noneIn('items', rest)
  const open = rest.ok && head.made.length === slots.length
  const room = open ? Math.min(most - slots.length, Math.floor(LARGE / rest.size), USUAL_ITEMS[wish.keys]) : 0
  const further = Math.max(missing, room)
  const size = [...head.made, ...(rest.ok ? Array<Values>(further).fill(rest) : [])].reduce(
    (sum, item) => sum + item.size,
    1,
  )
  if (size > LARGEST) return none(`its values have more than ${LARGEST} parts`)

  const whole = wish.keys === 'all'
  const tail: Arbitrary<Json[]> = rest.ok
    ? fc().array(rest.arbitrary, { minLength: whole ? further : missing, maxLength: further, size: 'max' })
    : fc().constant([])
  const cut = fc().integer({
    min: whole ? head.made.length : Math.min(mandatory, head.made.length),
    max: head.made.length,
  })
  const lists = fc()
    .tuple(cut, fc().tuple(...head.made.map(({ arbitrary }) => arbitrary)), tail)
    .map(([length, first, more]) => (length < first.length ? first.slice(0, length) : [...first, ...more]))
  return values(nodes.some((node) => at(node, 'uniqueItems') === true) ? lists.map(distinct) : lists, size)
}

function countedOff(nodes: readonly JsonObject[], most: number): readonly (readonly Schema[])[] {
  const length = Math.min(most, Math.max(0, ...nodes.map((node) => prefixOf(node).length)))
  return Array.from({ length }, (_, index) => nodes.flatMap((node) => schemasOfIndex(node, index)))
}

/** The schemas an item must be found for, as often as it must. */
function containedIn(nodes: readonly JsonObject[]): readonly Schema[] {
  return nodes.flatMap((node) => {
    const { contains } = node
    const times = Math.min(numberAt(node, 'minContains') ?? 1, LARGEST)
    return isSchema(contains) ? Array<Schema>(times).fill(contains) : []
  })
}

/** Values for one slot after the other, up to the first that has none. */
function madeInOrder(
  slots: readonly (readonly Schema[])[],
  part: MakePart,
): { readonly made: readonly Values[]; readonly problem?: NoValues } {
  const made: Values[] = []
  for (const schemas of slots) {
    const item = part(schemas)
    if (!item.ok) return { made, problem: item }
    made.push(item)
  }
  return { made }
}

/** Items beyond the counted ones; small ones where many are needed. */
function restOf(schemas: readonly Schema[], needed: number, part: MakePart): Made {
  const made = part(schemas)
  return made.ok && made.size * needed > LARGE ? part(schemas, 'required') : made
}
