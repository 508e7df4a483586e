import type { Environment } from '@marcbachmann/cel-js'
import type { JsonSchema } from '@surety/tool-contracts/tools'
import { isRecord } from '@surety/tool-contracts/tools'
import { localTarget } from '../schema/schema-fault.ts'

/** Declares each variable with what its schema says of it. */
export function declareTypes(
  environment: Environment,
  schemas: Readonly<Record<string, JsonSchema | undefined>>,
): Environment {
  for (const [name, schema] of Object.entries(schemas)) {
    const type = schema === undefined ? 'dyn' : typeOf({ environment, root: schema, depth: 0 }, schema, name)
    environment.registerVariable(name, type)
  }
  return environment
}

interface Walk {
  readonly environment: Environment
  readonly root: JsonSchema
  readonly depth: number
}

/** Deeper, and where a schema contains itself, nothing is checked. */
const MAX_DEPTH = 8
const AMBIGUOUS = ['anyOf', 'oneOf', 'allOf', 'if', 'not', 'patternProperties'] as const
// A number may be whole, and then it is an int.
const SCALARS: Readonly<Record<string, string>> = { string: 'string', boolean: 'bool', integer: 'int' }

/** The CEL type of what the schema allows; `dyn` where it allows several. */
function typeOf(walk: Walk, schema: unknown, name: string): string {
  if (!isRecord(schema) || walk.depth > MAX_DEPTH || AMBIGUOUS.some((key) => key in schema)) return 'dyn'
  const inner = { ...walk, depth: walk.depth + 1 }
  if (typeof schema['$ref'] === 'string') return typeOf(inner, localTarget(walk.root, schema['$ref']), name)
  const { type, properties, items } = schema
  if (type === 'array') return `list<${typeOf(inner, items, `${name}_item`)}>`
  if (type === 'object') return isRecord(properties) ? objectType(inner, schema, properties, name) : 'map'
  return typeof type === 'string' && Object.hasOwn(SCALARS, type) ? (SCALARS[type] ?? 'dyn') : 'dyn'
}

function objectType(walk: Walk, schema: JsonSchema, properties: JsonSchema, name: string): string {
  if ((schema['additionalProperties'] ?? false) !== false) return 'map'
  const fields = Object.entries(properties).map(([key, part], index) => {
    return [key, typeOf(walk, part, `${name}_${index}_${key.replaceAll(/\W/g, '_')}`)]
  })
  walk.environment.registerType(name, { fields: Object.fromEntries(fields) })
  return name
}
