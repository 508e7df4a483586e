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
const MANY = 100

/** The texts at the sensitive paths, longest first; very short ones would hide too much else. */
export function secretsAt(value: unknown, paths: readonly FieldPath[]): readonly string[] {
  const found = paths.flatMap((path) => findAt(value, path).flatMap((place) => textsIn(place.value)))
  return [...new Set(found.filter((text) => text.length >= SHORT))].toSorted((a, b) => b.length - a.length)
}

/** A copy in which no text and no key contains a secret; where there are very many, nothing of it is shown. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value
  if (typeof value === 'string') return hiddenIn(value, secrets)
  if (typeof value === 'number') return secrets.includes(String(value)) ? REDACTED : value
  if (Array.isArray(value)) return value.map((item: unknown) => withoutSecrets(item, secrets))
  if (!isRecord(value)) return value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.map(([key, item]) => [hiddenIn(key, secrets), withoutSecrets(item, secrets)]))
}

function hiddenIn(text: string, secrets: readonly string[]): string {
  if (secrets.length > MANY) return REDACTED
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, REDACTED), text)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]) : []
}
