import { type JsonObject, isRecord } from '@surety/tool-contracts/tools'
import { prefixOf } from './children.ts'
import { at, objectAt } from './json.ts'
import { type Path, propertyAt } from './path.ts'
import { isSchema, openSchema, type Root, type Schema, schemasAt } from './schema.ts'
import { statedTypes } from './types.ts'

const MAX_PROPERTIES = 300
const MAX_DEPTH = 8

/** Every property that a schema asks something of, at any depth. */
export function propertiesOf(schema: unknown): readonly string[] {
  const opened = openSchema(schema)
  if (!opened.ok) return []
  const known = properties.get(opened) ?? collectAll(opened.root)
  properties.set(opened, known)
  return known
}

const properties = new WeakMap<object, readonly string[]>()

function collectAll(root: Root): readonly string[] {
  const found = new Set<string>()
  collect(root, [root.schema], [], new Set(), found)
  return [...found].slice(0, MAX_PROPERTIES)
}

function collect(
  root: Root,
  schemas: readonly Schema[],
  path: Path,
  around: ReadonlySet<JsonObject>,
  found: Set<string>,
): void {
  const nodes = nodesOf(root, schemas)
  if (path.length > 0 && nodes.some(asksSomething)) found.add(propertyAt(path))
  // What contains itself has no further properties.
  const further = nodes.filter((node) => !around.has(node))
  if (path.length >= MAX_DEPTH || found.size >= MAX_PROPERTIES || further.length === 0) return
  const inside = new Set([...around, ...further])
  const keys = new Set(further.flatMap((node) => Object.keys(objectAt(node, 'properties'))))
  for (const key of keys) {
    const own = further.map((node) => at(objectAt(node, 'properties'), key)).filter(isSchema)
    collect(root, own, [...path, key], inside, found)
  }
  const items = further.flatMap((node) => [...prefixOf(node), ...[at(node, 'items')].filter(isSchema)])
  if (items.length > 0) collect(root, items, [...path, 0], inside, found)
}

/** The schemas with all that they refer to, whatever the value. */
function nodesOf(root: Root, schemas: readonly Schema[]): readonly JsonObject[] {
  const nodes = new Set(schemas.filter((schema) => isRecord(schema)))
  for (const node of nodes) {
    const target = typeof node['$ref'] === 'string' ? root.resolve(node['$ref']) : undefined
    const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => schemasAt(node, key))
    for (const further of [target, ...combined, at(node, 'then'), at(node, 'else')])
      if (isRecord(further)) nodes.add(further)
  }
  return [...nodes]
}

function asksSomething(node: JsonObject): boolean {
  return statedTypes(node) !== undefined || Object.hasOwn(node, 'enum') || Object.hasOwn(node, 'const')
}
