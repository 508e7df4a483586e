import type { SemanticType } from '@surety/tool-contracts'
import { withSemanticTypes as semanticShape } from '@surety/tool-contracts/tools'
import type { CompiledSchema } from '../contract-file.ts'

/** The schema, held to what its fields mean besides what they are; it stays as it was written. */
export function withSemanticTypes(
  schema: CompiledSchema | undefined,
  types: Readonly<Record<string, SemanticType>>,
): CompiledSchema | undefined {
  if (schema === undefined || Object.keys(types).length === 0) return schema
  const shape = semanticShape(schema, types, {})
  return { jsonSchema: schema.jsonSchema, parse: (value) => shape.parse(value) }
}
