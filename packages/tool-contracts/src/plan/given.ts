import { suggestion } from '../contract/nearest.ts'
import { SEMANTIC_TYPES, type SemanticType, isSemanticType } from '../contract/semantic-types.ts'
import type { Input } from './tool-fields.ts'

/** The values at hand: by name, and for each type the first name that has it. */
export interface Given {
  readonly byName: ReadonlyMap<string, SemanticType>
  readonly byType: ReadonlyMap<SemanticType, string>
}

/** A value given by its type only goes by the name of that type. */
export function givenOf(have: readonly SemanticType[] | Readonly<Record<string, SemanticType>>): Given {
  const entries = isList(have) ? have.map((type) => [type, type] as const) : Object.entries(have)
  const byType = new Map<SemanticType, string>()
  for (const [name, type] of entries) {
    if (!isSemanticType(type)) throw new TypeError(unknownType(name, type))
    if (type !== 'unknown' && !byType.has(type)) byType.set(type, name)
  }
  return { byName: new Map(entries), byType }
}

/** The name of the value at hand that is used for the input. A required one takes any value of its type; an optional one goes by its name. */
export function givenFor({ byName, byType }: Given, input: Input): string | undefined {
  const named = byName.get(input.field)
  const fits = named !== undefined && (input.type === 'unknown' || named === 'unknown' || named === input.type)
  if (fits) return input.field
  return input.required ? byType.get(input.type) : undefined
}

function isList<T>(value: readonly T[] | Readonly<Record<string, T>>): value is readonly T[] {
  return Array.isArray(value)
}

function unknownType(name: string, type: unknown): string {
  const types = Object.keys(SEMANTIC_TYPES)
  return `have: '${name}' has the type '${String(type)}', which is none of ${types.join(', ')}.${suggestion(String(type), types)}`
}
