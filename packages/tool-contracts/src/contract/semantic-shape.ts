import { findAt, parseFieldPath } from './field-path.ts'
import type { Issue } from './issues.ts'
import { annotate } from './schema-nodes.ts'
import { SEMANTIC_TYPES, type SemanticCheckOptions, type SemanticType, matchesSemanticType } from './semantic-types.ts'
import type { JsonSchema, Shape } from './shape.ts'

/** The shape, held to what its fields mean besides what they are. */
export function withSemanticTypes(
  shape: Shape,
  types: Readonly<Record<string, SemanticType>> | undefined,
  options: SemanticCheckOptions,
): Shape {
  const annotations = Object.entries(types ?? {}).map(([text, type]) => ({ path: parseFieldPath(text) ?? [], type }))
  if (annotations.length === 0) return shape
  let jsonSchema: JsonSchema | undefined
  return {
    parse(value) {
      const parsed = shape.parse(value)
      if (!parsed.ok) return parsed
      const [first, ...rest] = annotations.flatMap(({ path, type }) =>
        findAt(parsed.value, path)
          .filter((found) => !matchesSemanticType(type, found.value, options))
          .map((found): Issue => ({
            path: found.path,
            expected: SEMANTIC_TYPES[type].description,
            received: found.value,
            code: 'semantic_type',
          })),
      )
      return first === undefined ? parsed : { ok: false, issues: [first, ...rest] }
    },
    get jsonSchema() {
      jsonSchema ??= annotate(shape.jsonSchema, annotations)
      return jsonSchema
    },
  }
}
