import type { Json } from './evidence.ts'
import { fieldOf, isList, isObject } from './json.ts'

const encoder = new TextEncoder()

/** UTF-8 bytes of all text and data blocks, embedded resources included. */
export function contentBytes(content: readonly Json[]): number {
  return content.reduce<number>((sum, block) => sum + blockBytes(block), 0)
}

/** UTF-8 bytes of a value as compact JSON, however deep; none for no value. */
export function jsonBytes(value: Json | undefined): number {
  let bytes = 0
  const left = value === undefined ? [] : [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isList(next)) {
      bytes += 1 + Math.max(1, next.length)
      for (const item of next) left.push(item)
    } else if (isObject(next)) {
      const entries = Object.entries(next)
      bytes += 1 + Math.max(1, entries.length)
      for (const [key, field] of entries) {
        bytes += byteLength(JSON.stringify(key)) + 1
        left.push(field)
      }
    } else bytes += byteLength(JSON.stringify(next))
  }
  return bytes
}

function blockBytes(block: Json): number {
  const resource = fieldOf(block, 'resource')
  const parts = [fieldOf(block, 'text'), fieldOf(block, 'data'), fieldOf(resource, 'text'), fieldOf(resource, 'blob')]
  return parts.reduce<number>((sum, part) => sum + (typeof part === 'string' ? byteLength(part) : 0), 0)
}

function byteLength(text: string): number {
  return encoder.encode(text).length
}
