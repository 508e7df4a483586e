export const MAX_DEPTH = 64

/** Is the value nested too deep (or does it contain itself)? */
export function nestsTooDeep(value: unknown): boolean {
  return excessOf(value) === 'depth'
}

/** What is too much about plain data, if anything; found without recursion, which such data would exhaust. */
export function excessOf(value: unknown, mostParts: number = Number.POSITIVE_INFINITY): 'depth' | 'size' | undefined {
  const waiting = [{ value, depth: 0 }]
  let parts = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    parts += 1
    if (parts > mostParts) return 'size'
    if (typeof next.value !== 'object' || next.value === null) continue
    const depth = next.depth + 1
    if (depth > MAX_DEPTH) return 'depth'
    for (const part of Object.values(next.value)) waiting.push({ value: part, depth })
  }
  return undefined
}
