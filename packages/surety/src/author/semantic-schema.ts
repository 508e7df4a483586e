import { type Issue, SEMANTIC_TYPES, type SemanticType, matchesSemanticType } from '@surety/tool-contracts'
import type { CompiledSchema } from './contract-file.ts'
import { isMapping } from './reader.ts'

/** The schema, held to what its fields mean besides what they are. */
export function withSemanticTypes(
  schema: CompiledSchema | undefined,
  types: Readonly<Record<string, SemanticType>>,
): CompiledSchema | undefined {
  const fields = Object.entries(types)
  if (schema === undefined || fields.length === 0) return schema
  return {
    jsonSchema: schema.jsonSchema,
    parse(value) {
      const parsed = schema.parse(value)
      if (!parsed.ok) return parsed
      const [first, ...rest] = fields.flatMap(([field, type]) => misnamed(parsed.value, field, type))
      return first === undefined ? parsed : { ok: false, issues: [first, ...rest] }
    },
  }
}

function misnamed(root: unknown, field: string, type: SemanticType): readonly Issue[] {
  const steps = field.replaceAll('[]', '.[]').replace(/^\./, '').split('.')
  return steps
    .reduce<readonly Found[]>(
      (found, step) => found.flatMap((place) => descend(place, step)),
      [{ path: [], value: root }],
    )
    .filter(({ value }) => value !== null && value !== undefined && !matchesSemanticType(type, value))
    .map(({ path, value }) => {
      return { path, expected: SEMANTIC_TYPES[type].description, received: value, code: 'semantic_type' }
    })
}

interface Found {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

function descend({ path, value }: Found, step: string): readonly Found[] {
  if (step === '[]') {
    return Array.isArray(value) ? value.map((item: unknown, index) => ({ path: [...path, index], value: item })) : []
  }
  return isMapping(value) && Object.hasOwn(value, step) ? [{ path: [...path, step], value: value[step] }] : []
}
