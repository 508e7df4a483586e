const DEEP = 8

/** The value, with everything in it that can be frozen frozen; what a schema's transform built may even contain itself. */
export function deepFreeze<T>(value: T, depth = 0, seen?: Set<object>): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  // Few values are deep, and only deep ones need to remember where we were.
  const visited = depth < DEEP ? undefined : (seen ?? new Set())
  if (visited?.has(value) === true) return value
  visited?.add(value)
  for (const key in value) if (Object.hasOwn(value, key)) deepFreeze(value[key], depth + 1, visited)
  return Object.freeze(value)
}
