import { EACH, type FieldPath, findAt } from '../contract/field-path.ts'
import { REDACTED } from '../contract/issues.ts'
import { isRecord } from '../contract/record.ts'

/** A copy of the value without what lies at the sensitive paths; the value itself where there is nothing to hide. */
export function redact(value: unknown, paths: readonly FieldPath[]): unknown {
  return paths.reduce((redacted, path) => hide(redacted, path, 0), value)
}

function hide(value: unknown, path: FieldPath, depth: number): unknown {
  const segment = path[depth]
  if (segment === undefined) return REDACTED
  if (value === null || value === undefined) return value
  if (Array.isArray(value))
    return segment === EACH ? value.map((item: unknown) => hide(item, path, depth + 1)) : REDACTED
  // What is not of the shape that the path expects may be the secret itself.
  if (!isRecord(value) || segment === EACH) return REDACTED
  if (!Object.hasOwn(value, segment)) return value
  return { ...value, [segment]: hide(value[segment], path, depth + 1) }
}

const SHORT = 4

/** The texts at the sensitive paths; very short ones would hide too much else. */
export function secretsAt(value: unknown, paths: readonly FieldPath[]): readonly string[] {
  const found = paths.flatMap((path) => findAt(value, path).flatMap((place) => textsIn(place.value)))
  return [...new Set(found.filter((text) => text.length >= SHORT))]
}

/** A copy in which no text contains a secret. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, REDACTED), value)
  if (typeof value === 'number') return secrets.includes(String(value)) ? REDACTED : value
  if (Array.isArray(value)) return value.map((item: unknown) => withoutSecrets(item, secrets))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSecrets(item, secrets)]))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
