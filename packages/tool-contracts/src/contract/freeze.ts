/** The value, with everything in it that can be frozen frozen; what a schema's transform built may even contain itself. */
export function deepFreeze<T>(value: T, seen?: Set<object>): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  let visited = seen
  for (const key in value) {
    const part: unknown = Object.hasOwn(value, key) ? value[key] : undefined
    if (typeof part !== 'object' || part === null || visited?.has(part) === true) continue
    if (isFlat(part)) {
      deepFreeze(part)
      continue
    }
    // Most values are flat or nearly so, and need no memory of where we were.
    visited ??= new Set<object>([value])
    visited.add(part)
    deepFreeze(part, visited)
  }
  return Object.freeze(value)
}

function isFlat(value: object): boolean {
  for (const key in value) {
    const part: unknown = Reflect.get(value, key)
    if (typeof part === 'object' && part !== null) return false
  }
  return true
}
