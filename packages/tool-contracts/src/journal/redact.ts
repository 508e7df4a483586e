import { EACH, type FieldPath } from '../contract/field-path.ts'
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
