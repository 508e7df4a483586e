import { isRecord } from '@surety/tool-contracts/tools'
import { kindOf } from './read-reply.ts'

/** The texts that a block of each type must have; types that a later revision may add are let through. */
const TEXTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', ['text']],
  ['image', ['data', 'mimeType']],
  ['audio', ['data', 'mimeType']],
  ['resource_link', ['uri', 'name']],
])

/** Why this is no block of content; undefined where it is one. */
export function blockFlaw(block: unknown): string | undefined {
  if (!isRecord(block)) return `it is ${kindOf(block)}; it must be an object.`
  const { type, resource } = block
  if (typeof type !== 'string') return `its type is ${kindOf(type)}; it must be a text.`
  const missing = TEXTS.get(type)?.find((field) => typeof block[field] !== 'string')
  if (missing !== undefined) return `its ${missing} is ${kindOf(block[missing])}; it must be a text.`
  if (type !== 'resource') return undefined
  if (!isRecord(resource)) return `its resource is ${kindOf(resource)}; it must be an object.`
  if (typeof resource['uri'] !== 'string') return `its resource's uri is ${kindOf(resource['uri'])}; it must be a text.`
  const isFilled = typeof resource['text'] === 'string' || typeof resource['blob'] === 'string'
  return isFilled ? undefined : 'its resource has neither text nor blob.'
}
