import type { DeclaredToolContract } from '../contract/contract.ts'
import { declare } from '../contract/declare.ts'
import { EACH, type FieldPath, parseFieldPath } from '../contract/field-path.ts'
import { schemaNodes } from '../contract/schema-nodes.ts'
import { type SemanticType, isSemanticType } from '../contract/semantic-types.ts'
import type { JsonSchema } from '../contract/shape.ts'

/** One input field. */
export interface Input {
  readonly field: string
  readonly type: SemanticType
  readonly required: boolean
  /** What a required object without a type of its own consists of; it may be given whole, or part by part. */
  readonly parts: readonly Input[]
}

/** One output field that is a single value of some type. */
export interface Output {
  readonly field: string
  readonly type: SemanticType
}

type ContractReader<T> = (contract: DeclaredToolContract) => T

/** What the tool takes. */
export const inputsOf: ContractReader<readonly Input[]> = cachedPerContract((contract) => {
  const types = new Map(Object.entries(contract.inputSemanticTypes ?? {}))
  return inputsAt(declare(contract).input.jsonSchema, types, [], [])
})

/** What the tool gives that has a meaning. */
export const outputsOf: ContractReader<readonly Output[]> = cachedPerContract(({ outputSemanticTypes = {} }) =>
  Object.entries(outputSemanticTypes)
    .filter(([field, type]) => type !== 'unknown' && !parseFieldPath(field)?.includes(EACH))
    .map(([field, type]) => ({ field, type })),
)

/** The top-level fields of the output, whatever they mean. */
export const outputNamesOf: ContractReader<readonly string[]> = cachedPerContract((contract) =>
  propertiesOf(schemaNodes(declare(contract).output.jsonSchema, [])),
)

/** Schemas are slow to read, and contracts do not change. */
function cachedPerContract<T extends object>(read: ContractReader<T>): ContractReader<T> {
  const known = new WeakMap<DeclaredToolContract, T>()
  return (contract) => {
    const result = known.get(contract) ?? read(contract)
    known.set(contract, result)
    return result
  }
}

type Nodes = ReturnType<typeof schemaNodes>
type Types = ReadonlyMap<string, SemanticType>

/** `above` holds the nodes on the way here, so that a schema that contains itself ends. */
function inputsAt(schema: JsonSchema, types: Types, path: FieldPath, above: Nodes): readonly Input[] {
  const nodes = schemaNodes(schema, path)
  // Which fields alternatives need depends on the choice, so none of them is needed for certain.
  const certain = nodes.some((node) => 'anyOf' in node || 'oneOf' in node) ? nodes.slice(0, 1) : nodes
  if (certain.some((node) => above.includes(node))) return []
  const required = new Set(certain.flatMap((node) => (Array.isArray(node['required']) ? node['required'] : [])))
  return propertiesOf(certain).map((name) => {
    const field = [...path, name].join('.')
    const type = types.get(field) ?? annotatedType(schema, [...path, name])
    const isWhole = !required.has(name) || type !== 'unknown'
    const parts = isWhole ? [] : inputsAt(schema, types, [...path, name], [...above, ...certain])
    return { field, type, required: required.has(name), parts: parts.some((part) => part.required) ? parts : [] }
  })
}

/** What the schema itself says that a field means. */
function annotatedType(schema: JsonSchema, path: FieldPath): SemanticType {
  const types = schemaNodes(schema, path).map((node) => node['x-semantic-type'])
  return types.find(isSemanticType) ?? 'unknown'
}

function propertiesOf(nodes: Nodes): readonly string[] {
  return [...new Set(nodes.flatMap((node) => Object.keys(node['properties'] ?? {})))]
}
