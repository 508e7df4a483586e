import { EACH, type FieldPath } from './field-path.ts'
import { isRecord } from './record.ts'
import type { JsonSchema } from './shape.ts'

type Node = Record<string, unknown>

/** The parts of a JSON Schema that describe a field path, through local `$ref`s and alternatives. */
export function schemaNodes(root: JsonSchema, path: FieldPath): readonly Node[] {
  let nodes = expand(root, [root])
  for (const segment of path)
    nodes = expand(
      root,
      nodes.flatMap((node) => step(node, segment)),
    )
  return nodes
}

/** May a value of this schema have a field here that the schema does not spell out? */
export function leavesOpen(root: JsonSchema, path: FieldPath): boolean {
  const parents = schemaNodes(root, path.slice(0, -1))
  if (parents.length === 0) return path.length > 1 && leavesOpen(root, path.slice(0, -1))
  return parents
    .filter((node) => !isWrapper(node))
    .some((node) => (path.at(-1) === EACH ? !('type' in node) : isOpenObject(node)))
}

/** A copy of the schema in which each annotated field carries `x-semantic-type`, so that agents see it. */
export function annotate(schema: JsonSchema, annotations: readonly { path: FieldPath; type: string }[]): JsonSchema {
  if (annotations.length === 0) return schema
  const plain = withoutRootReference(schema)
  const copy = structuredClone(plain)
  for (const { path, type } of annotations) mark(plain, copy, path, type)
  return copy
}

/** A reference to the whole schema would see the marks at its top: it gets an unmarked definition to refer to instead. */
function withoutRootReference(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema)
  if (!text.includes('"$ref":"#"')) return schema
  const redirected: unknown = JSON.parse(text, (key, value: unknown) =>
    key === '$ref' && value === '#' ? SELF : value,
  )
  if (!isRecord(redirected)) return schema
  const { $schema: _, $defs, ...self } = redirected
  return { ...redirected, $defs: { ...(isRecord($defs) ? $defs : {}), self: structuredClone(self) } }
}

const SELF = '#/$defs/self'

/** A definition that several fields share is written out where the path leads through it: only this field is meant. */
function mark(plain: JsonSchema, node: Node, path: FieldPath, type: string, via: readonly unknown[] = []): void {
  const [segment, ...rest] = path
  if (segment === undefined) {
    node['x-semantic-type'] = type
    return
  }
  const { $ref } = node
  const target = typeof $ref === 'string' && !via.includes($ref) ? resolve(plain, $ref) : undefined
  if (isRecord(target)) {
    delete node['$ref']
    Object.assign(node, structuredClone(target), { ...node })
  }
  for (const child of step(node, segment)) mark(plain, child, rest, type)
  for (const alternative of alternatives(node)) mark(plain, alternative, path, type, [...via, $ref])
}

function step(node: Node, segment: string): Node[] {
  if (segment === EACH) return [node['items'], node['prefixItems']].flat().filter(isRecord)
  const properties = node['properties']
  if (!isRecord(properties) || !Object.hasOwn(properties, segment)) return []
  return [properties[segment]].filter(isRecord)
}

/** The nodes themselves, what they refer to, and all their alternatives, each once. */
function expand(root: JsonSchema, nodes: readonly Node[]): readonly Node[] {
  const seen = new Set(nodes)
  for (const node of seen) {
    const target = typeof node['$ref'] === 'string' ? resolve(root, node['$ref']) : undefined
    if (isRecord(target)) seen.add(target)
    for (const alternative of alternatives(node)) seen.add(alternative)
  }
  return [...seen]
}

function resolve(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const keys = reference
    .slice(1)
    .split('/')
    .filter((key) => key !== '')
  return keys.reduce<unknown>(
    (node, key) => (isRecord(node) ? node[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    root,
  )
}

/** It says nothing of its own: what it refers to, or its alternatives, do. */
function isWrapper(node: Node): boolean {
  return ['$ref', 'anyOf', 'oneOf', 'allOf'].some((key) => key in node) && !('additionalProperties' in node)
}

function isOpenObject(node: Node): boolean {
  if ('additionalProperties' in node) return node['additionalProperties'] !== false
  return !('properties' in node) && (node['type'] === undefined || node['type'] === 'object')
}

function alternatives(node: Node): Node[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(node[key]) ? node[key].filter(isRecord) : []))
}
