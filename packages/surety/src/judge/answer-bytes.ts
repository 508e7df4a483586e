import { type Json, isList, isRecord, utf8Length } from '@surety/tool-contracts/tools'

/** What a block tells its client, and no model. */
const ASIDE: ReadonlySet<string> = new Set(['type', 'mimeType', 'annotations', 'icons', '_meta'])

/** What a picture, a sound or a file in base64 stands in. */
const MEDIA: ReadonlySet<string> = new Set(['data', 'blob'])

/** UTF-8 bytes of all that the blocks say: texts, data, links, embedded resources. */
export function contentBytes(content: readonly Json[]): number {
  return bytesWithout(content, ASIDE)
}

/** The same without pictures, sound and blobs, which are no text for a model to read. */
export function textBytes(content: readonly Json[]): number {
  return bytesWithout(content, new Set([...ASIDE, ...MEDIA]))
}

function bytesWithout(content: readonly Json[], aside: ReadonlySet<string>): number {
  return sum(content.filter((block) => isRecord(block)).map((block) => saidBytes(block, aside)))
}

/** UTF-8 bytes of a value as compact JSON, however deep; none for no value. */
export function jsonBytes(value: Json | undefined): number {
  let bytes = 0
  const left = value === undefined ? [] : [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isList(next)) {
      bytes += 1 + Math.max(1, next.length)
      for (const item of next) left.push(item)
    } else if (isRecord(next)) {
      const entries = Object.entries(next)
      bytes += 1 + Math.max(1, entries.length)
      for (const [key, field] of entries) {
        bytes += utf8Length(JSON.stringify(key)) + 1
        left.push(field)
      }
    } else bytes += utf8Length(JSON.stringify(next))
  }
  return bytes
}

/** Messages are read only so deep, so that this ends. */
function saidBytes(value: Json, aside: ReadonlySet<string>): number {
  if (typeof value === 'string') return utf8Length(value)
  if (isList(value)) return sum(value.map((item) => saidBytes(item, aside)))
  if (!isRecord(value)) return 0
  return sum(Object.entries(value).map(([key, field]) => (aside.has(key) ? 0 : saidBytes(field, aside))))
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}
