import type { CST } from 'yaml'

/** How deep a configuration may be nested; what is deeper would exhaust those who read it. */
export const MAX_DEPTH = 64
export const TOO_DEEP: string = `It is nested more than ${MAX_DEPTH} levels deep. Make it flatter.`

/** The offset of a token that is nested too deep, if any; found without recursion, which such a file would exhaust. */
export function deepToken(tokens: readonly CST.Token[]): number | undefined {
  const waiting: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next
    if (depth > MAX_DEPTH) return token.offset
    if (token.type === 'document' && token.value !== undefined) waiting.push({ token: token.value, depth })
    for (const part of partsOf(token)) waiting.push({ token: part, depth: depth + 1 })
  }
  return undefined
}

function partsOf(token: CST.Token): readonly CST.Token[] {
  if (!('items' in token)) return []
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => part !== undefined && part !== null))
}
