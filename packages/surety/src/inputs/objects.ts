import type { Arbitrary } from 'fast-check'
import type { Json, JsonObject } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { schemasOfKey } from './children.ts'
import { extraKeys } from './extra-keys.ts'
import { fits } from './fits.ts'
import { at, numberAt, objectAt, textsAt } from './json.ts'
import { LARGE, LARGEST, type Made, type MakePart, none, noneIn, type Values, values, type Wish } from './made.ts'
import { isSchema, type Root } from './schema.ts'

interface Property {
  readonly key: string
  readonly made: Values
}

type MakeProperty = (key: string, room: number) => Made

/** Objects: all required keys, some of the optional ones, and others only where the schema speaks of them. */
export function objectValues(nodes: readonly JsonObject[], wish: Wish, root: Root, part: MakePart): Made {
  const required = [...new Set(nodes.flatMap((node) => textsAt(node, 'required')))]
  const least = Math.max(required.length, ...nodes.map((node) => numberAt(node, 'minProperties') ?? 0))
  const most = Math.min(...nodes.map((node) => numberAt(node, 'maxProperties') ?? Infinity))
  if (least > most) return none(`no object has at least ${least} and at most ${most} keys`)
  if (least > LARGEST) return none(`an object of at least ${least} keys is too large to send`)

  const names = nodes.map((node) => at(node, 'propertyNames')).filter(isSchema)
  const make: MakeProperty = (key, room) => {
    if (!names.every((schema) => fits(root, schema, key))) return none('the schema does not allow that name')
    const schemas = nodes.flatMap((node) => schemasOfKey(root, node, key))
    const made = part(schemas)
    return made.ok && made.size <= room ? made : part(schemas, 'required')
  }
  const needed: Property[] = []
  for (const key of required) {
    const made = make(key, LARGE / required.length)
    if (!made.ok) return noneIn(JSON.stringify(key), made)
    needed.push({ key, made })
  }

  const named = nodes.flatMap((node) => Object.keys(objectAt(node, 'properties')))
  const extra = extraKeys(nodes, root, least)
  const wanted = wish.keys === 'required' ? [] : [...named, ...extra.described]
  const spare = [...named, ...extra.spare]
  const base = sizeOf(needed)
  const optional = choose(wanted, spare, { least: least - required.length, taken: required, room: LARGE - base }, make)
  if (required.length + optional.length < least)
    return none(`it needs ${least} keys, and we found fewer that it allows`)
  if (base + sizeOf(optional) > LARGEST) return none(`its values have more than ${LARGEST} parts`)

  const longest = Math.min(optional.length, most - required.length)
  const shortest = wish.keys === 'all' ? longest : least - required.length
  return values(objectsOf(needed, optional, shortest, longest), base + sizeOf(optional))
}

/** The optional properties that can be made and afforded: all that are wanted, and spare ones as long as some are missing. */
function choose(
  wanted: readonly string[],
  spare: readonly string[],
  limits: { readonly least: number; readonly taken: readonly string[]; readonly room: number },
  make: MakeProperty,
): readonly Property[] {
  const chosen: Property[] = []
  const seen = new Set(limits.taken)
  for (const [index, key] of [...wanted, ...spare].entries()) {
    if (index >= wanted.length && chosen.length >= limits.least) break
    if (seen.has(key)) continue
    seen.add(key)
    const room = limits.room - sizeOf(chosen)
    const made = make(key, room)
    if (made.ok && (made.size <= room || chosen.length < limits.least)) chosen.push({ key, made })
  }
  return chosen
}

function sizeOf(properties: readonly Property[]): number {
  return properties.reduce((sum, { made }) => sum + made.size, 1)
}

function objectsOf(
  needed: readonly Property[],
  optional: readonly Property[],
  minLength: number,
  maxLength: number,
): Arbitrary<Json> {
  const properties = [...needed, ...optional]
  const selection = fc().subarray([...optional], { minLength, maxLength })
  const parts = fc().tuple(...properties.map(({ made }) => made.arbitrary))
  return fc()
    .tuple(selection, parts)
    .map(([selected, parts]) => {
      const present = new Set([...needed, ...selected])
      const entries = properties.map((property, index) => [property, parts[index] ?? null] as const)
      // `fromEntries` defines keys of the object's own, `__proto__` too.
      return Object.fromEntries(
        entries.filter(([property]) => present.has(property)).map(([{ key }, value]) => [key, value]),
      )
    })
}
