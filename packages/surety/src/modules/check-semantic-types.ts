import { SEMANTIC_TYPES, type SemanticType, matchesSemanticType } from '@surety/tool-contracts'
import { type JsonSchema, isRecord } from '@surety/tool-contracts/tools'
import type { ContractFile } from '../author/contract-file.ts'
import { knownSchema } from '../author/misfits.ts'
import { localTarget } from '../author/schema/schema-fault.ts'
import { type FilePlace, diagnostic, placeOf } from './diagnostic.ts'
import type { Diagnostic } from './module.ts'

/** Semantic types that no value of their field can have: each call would be refused. */
export function checkSemanticTypes(contract: ContractFile): readonly Diagnostic[] {
  const sides = { input: knownSchema(contract.inputSchema), output: knownSchema(contract.outputSchema) }
  return (['input', 'output'] as const).flatMap((side) => {
    const schema = sides[side]
    if (schema === undefined) return []
    return Object.entries(contract.semanticTypes[side]).flatMap(([field, type]) => {
      const nodes = nodesAt(schema, stepsOf(field))
      if (nodes.every((node) => canBe(schema, node, type))) return []
      const message = `'${side}.${field}' has the semantic type ${type}, which no value can have that the schema allows there.`
      const fix = `It must allow ${SEMANTIC_TYPES[type].description}: correct the schema or the semantic type.`
      return [diagnostic('SEMANTIC_TYPE_INVALID', typePlace(contract, side, field), message, fix)]
    })
  })
}

/** Where it is given: under `semantic_types`, or in the schema itself. */
function typePlace(contract: ContractFile, side: 'input' | 'output', field: string): FilePlace {
  const [start, named] = [placeOf(contract, []), placeOf(contract, ['semantic_types', side, field])]
  const isNamed = named.line !== start.line || named.column !== start.column
  return isNamed ? named : placeOf(contract, ['contract', `${side}_schema`])
}

function stepsOf(field: string): readonly string[] {
  return field.replaceAll('[]', '.[]').replace(/^\./, '').split('.')
}

const MAX_DEPTH = 32

/** The schemas that every value of the field must satisfy, as far as they can be told: none of those of alternatives. */
function nodesAt(root: JsonSchema, steps: readonly string[]): readonly JsonSchema[] {
  let nodes: readonly JsonSchema[] = [root]
  for (const step of steps) nodes = nodes.flatMap((node) => stepInto(root, node, step))
  return nodes
}

function stepInto(root: JsonSchema, node: JsonSchema, step: string, depth = 0): readonly JsonSchema[] {
  if (depth > MAX_DEPTH) return []
  const { $ref, allOf, properties, items } = node
  const target = typeof $ref === 'string' ? localTarget(root, $ref) : undefined
  const also = [target, ...(Array.isArray(allOf) ? allOf : [])].filter(isRecord)
  const own =
    step === '[]' ? items : isRecord(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined
  return [...(isRecord(own) ? [own] : []), ...also.flatMap((one) => stepInto(root, one, step, depth + 1))]
}

/** May a value of this schema have the type? Where it cannot be told, it may. */
function canBe(root: JsonSchema, node: unknown, semantic: SemanticType, depth = 0): boolean {
  if (semantic === 'unknown' || depth > MAX_DEPTH) return true
  if (!isRecord(node)) return node !== false
  const { $ref, type, enum: values, anyOf, oneOf, allOf } = node
  const goOn = (one: unknown): boolean => canBe(root, one, semantic, depth + 1)
  const kinds = typeof type === 'string' ? [type] : type
  if (Array.isArray(kinds) && !kinds.includes(semantic === 'json-object' ? 'object' : 'string')) return false
  if ('const' in node && !matchesSemanticType(semantic, node['const'])) return false
  if (Array.isArray(values) && !values.some((value) => matchesSemanticType(semantic, value))) return false
  if (typeof $ref === 'string' && !goOn(localTarget(root, $ref))) return false
  const areMet = [anyOf, oneOf].every((branches) => !Array.isArray(branches) || branches.some(goOn))
  return areMet && (!Array.isArray(allOf) || allOf.every(goOn))
}
