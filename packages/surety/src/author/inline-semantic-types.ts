import type { SemanticType } from '@surety/tool-contracts'
import { SEMANTIC_TYPES } from '@surety/tool-contracts'
import { type JsonSchema, isRecord } from '@surety/tool-contracts/tools'
import { localTarget } from './schema/schema-fault.ts'

const MAX_DEPTH = 16

/** What a schema itself says by `x-semantic-type` that its fields mean: the same as `semantic_types`, by field path. */
export function inlineSemanticTypes(schema: JsonSchema | undefined): Readonly<Record<string, SemanticType>> {
  return schema === undefined ? {} : Object.fromEntries(typesBelow(schema, schema, '', []))
}

type Typed = readonly [field: string, type: SemanticType]

/** `above` holds the schemas on the way here: of one that contains itself the first round counts. */
function typesBelow(root: JsonSchema, node: unknown, path: string, above: readonly unknown[]): readonly Typed[] {
  if (!isRecord(node) || above.includes(node) || above.length > MAX_DEPTH) return []
  const { $ref, properties, items, 'x-semantic-type': type } = node
  const below = [...above, node]
  return [
    ...(path !== '' && isSemanticType(type) ? [[path, type] as const] : []),
    ...(typeof $ref === 'string' ? typesBelow(root, localTarget(root, $ref), path, below) : []),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, field]) =>
      isPlain(name) ? typesBelow(root, field, path === '' ? name : `${path}.${name}`, below) : [],
    ),
    ...typesBelow(root, items, `${path}[]`, below),
  ]
}

function isSemanticType(value: unknown): value is SemanticType {
  return typeof value === 'string' && Object.hasOwn(SEMANTIC_TYPES, value)
}

/** Other names cannot stand in a field path. */
function isPlain(name: string): boolean {
  return /^[^.[\]\s]+$/.test(name) && name !== '__proto__'
}
