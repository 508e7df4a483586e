import { EACH, type FieldPath, isSameField } from '../contract/field-path.ts'
import { REDACTED } from '../contract/issues.ts'
import { isRecord } from '../contract/record.ts'
import { SHORT } from './spellings.ts'

/** A copy of the value without what lies at the sensitive paths; the value itself where there is nothing to hide. */
export function redact(value: unknown, paths: readonly FieldPath[]): unknown {
  return paths.reduce((redacted, path) => replaceAt(redacted, path, 0, () => REDACTED), value)
}

/** The texts and numbers that `redact` hides. */
export function secretsAt(value: unknown, paths: readonly FieldPath[]): readonly string[] {
  const found = new Set<string>()
  for (const path of paths) {
    replaceAt(value, path, 0, (hidden) => {
      for (const text of textsIn(hidden)) found.add(text)
      return hidden
    })
  }
  return [...found]
}

function replaceAt(value: unknown, path: FieldPath, depth: number, replace: (found: unknown) => unknown): unknown {
  const segment = path[depth]
  if (segment === undefined) return replace(value)
  if (value === null || value === undefined) return value
  if (Array.isArray(value) && segment === EACH)
    return value.map((item: unknown) => replaceAt(item, path, depth + 1, replace))
  // What is not of the shape that the path expects may be the secret itself.
  if (!isRecord(value) || segment === EACH) return replace(value)
  const keys = Object.keys(value).filter((key) => isSameField(key, segment))
  if (keys.length === 0) return value
  return { ...value, ...Object.fromEntries(keys.map((key) => [key, replaceAt(value[key], path, depth + 1, replace)])) }
}

/** The keys of a sensitive object may be secrets too, but short ones are mere names of its fields. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) => [...(key.length < SHORT ? [] : [key]), ...textsIn(item)])
}
