import { isNode, isScalar } from 'yaml'

/** Where a node starts. */
export function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined
}

/** The key as JSON would have it; undefined where that is not how it is written, as for 0x10, 1.0 or a list. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined
  const { value, source }: { readonly value: unknown; readonly source?: string } = key
  if (typeof value === 'string') return value
  const isPlain = typeof value === 'number' || typeof value === 'boolean'
  return isPlain && String(value) === source ? source : undefined
}
