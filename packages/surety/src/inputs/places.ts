import { type Json, isList, isRecord } from '@surety/tool-contracts/tools'
import { schemasOfIndex, schemasOfKey } from './children.ts'
import { fits } from './fits.ts'
import { objectAt } from './json.ts'
import { type Path, propertyAt, put } from './path.ts'
import { plainValue } from './plain-value.ts'
import { propertiesOf } from './properties.ts'
import { type Position, positionOf, positionsIn } from './positions.ts'
import type { Root, Schema } from './schema.ts'

/** A part of a valid input, in which it may have been written for this alone. */
export interface Place {
  readonly input: Json
  readonly position: Position
}

const MAX_PLACES = 500

/** Every part that an input has, and those that it leaves out: each of these written in on its own. */
export function placesIn(root: Root, input: Json): readonly Place[] {
  const places: Place[] = positionsIn(root, input).map((position) => ({ input, position }))
  const properties = new Set(propertiesOf(root.schema))
  for (const place of places) {
    if (places.length >= MAX_PLACES) break
    places.push(...leftOutOf(root, place, properties))
  }
  return places.slice(1)
}

function leftOutOf(root: Root, { input, position }: Place, properties: ReadonlySet<string>): readonly Place[] {
  return absentIn(root, position).flatMap(({ step, schemas }) => {
    const path = [...position.path, step]
    if (!properties.has(propertyAt(path))) return []
    const value = plainValue(root, schemas)
    const host = value === undefined ? undefined : write(input, path, value)
    // It is there to be made invalid, whether or not a valid one can be made.
    if (host === undefined || !fits(root, root.schema, host))
      return [{ input: write(input, path, null), position: positionOf(root, path, null, schemas, position) }]
    return positionsIn(root, host).flatMap((found) =>
      isWithin(found.path, path) ? [{ input: host, position: found }] : [],
    )
  })
}

interface Absent {
  readonly step: string | number
  readonly schemas: readonly Schema[]
}

/** The properties an object does not have, and the items of an empty list. */
function absentIn(root: Root, { value, nodes }: Position): readonly Absent[] {
  if (isList(value)) {
    const schemas = value.length > 0 ? [] : nodes.flatMap((node) => schemasOfIndex(node, 0))
    return schemas.length === 0 ? [] : [{ step: 0, schemas }]
  }
  if (!isRecord(value)) return []
  const keys = new Set(nodes.flatMap((node) => Object.keys(objectAt(node, 'properties'))))
  return [...keys]
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({ step: key, schemas: nodes.flatMap((node) => schemasOfKey(root, node, key)) }))
}

/** Into an empty list too. */
function write(input: Json, path: Path, value: Json): Json {
  const last = path.at(-1)
  return typeof last === 'number' ? put(input, path.slice(0, -1), [value]) : put(input, path, value)
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step)
}
