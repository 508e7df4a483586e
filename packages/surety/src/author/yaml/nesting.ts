import type { CST } from 'yaml'

export const MAX_DEPTH = 64

/** The offset of a token that is nested too deep, if any; found without recursion, which such a file would exhaust. */
export function deepToken(tokens: readonly CST.Token[]): number | undefined {
  const waiting: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next
    if (depth > MAX_DEPTH) return token.offset
    if (token.type === 'document' && token.value !== undefined) waiting.push({ token: token.value, depth })
    if (!('items' in token)) continue
    for (const { key, value } of token.items) {
      if (key !== undefined && key !== null) waiting.push({ token: key, depth: depth + 1 })
      if (value !== undefined) waiting.push({ token: value, depth: depth + 1 })
    }
  }
  return undefined
}

/** Is the value nested deeper than `most` levels (or does it contain itself)? */
export function nestsTooDeep(value: unknown, most: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (most === 0) return true
  for (const part of Object.values(value)) if (nestsTooDeep(part, most - 1)) return true
  return false
}
