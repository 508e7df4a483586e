import { type Json, type JsonObject, isList, isRecord } from '@surety/tool-contracts/tools'
import { schemasOfIndex, schemasOfKey } from './children.ts'
import { fits } from './fits.ts'
import { at } from './json.ts'
import type { Path } from './path.ts'
import { isSchema, type Root, type Schema, schemasAt } from './schema.ts'

/** One part of an input, and what the schema asks of it. */
export interface Position {
  readonly path: Path
  readonly value: Json
  readonly schemas: readonly Schema[]
  /** All that applies to this very value: references followed, alternatives it does not take left out. */
  readonly nodes: readonly JsonObject[]
  readonly parent: Position | undefined
}

const MAX_POSITIONS = 500
const MAX_ITEMS = 3

/** The parts of an input, the outer ones first; of a list the first few items. */
export function positionsIn(root: Root, input: Json): readonly Position[] {
  const found: Position[] = [positionOf(root, [], input, [root.schema], undefined)]
  for (const position of found) {
    if (found.length >= MAX_POSITIONS) break
    found.push(...partsOf(root, position))
  }
  return found
}

function partsOf(root: Root, parent: Position): readonly Position[] {
  const { path, value, nodes } = parent
  if (isList(value))
    return value.slice(0, MAX_ITEMS).map((item, index) => {
      const schemas = nodes.flatMap((node) => schemasOfIndex(node, index))
      return positionOf(root, [...path, index], item, schemas, parent)
    })
  if (!isRecord(value)) return []
  return Object.entries(value).map(([key, item]) => {
    const schemas = nodes.flatMap((node) => schemasOfKey(root, node, key))
    return positionOf(root, [...path, key], item, schemas, parent)
  })
}

export function positionOf(
  root: Root,
  path: Path,
  value: Json,
  schemas: readonly Schema[],
  parent: Position | undefined,
): Position {
  const nodes = new Set(schemas.filter((schema) => typeof schema !== 'boolean'))
  for (const node of nodes) for (const further of appliedBy(root, node, value)) nodes.add(further)
  return { path, value, schemas, nodes: [...nodes], parent }
}

function appliedBy(root: Root, node: JsonObject, value: Json): readonly JsonObject[] {
  const target = typeof node['$ref'] === 'string' ? root.resolve(node['$ref']) : undefined
  const alternatives = [...schemasAt(node, 'anyOf'), ...schemasAt(node, 'oneOf')]
  const taken = alternatives.filter((schema) => fits(root, schema, value))
  const condition = at(node, 'if')
  const consequence = isSchema(condition) ? at(node, fits(root, condition, value) ? 'then' : 'else') : undefined
  return [target, ...schemasAt(node, 'allOf'), ...taken, consequence].filter((schema) => isRecord(schema))
}
