import { isRecord } from '../contract/record.ts'
import { utf8Length } from '../journal/utf8.ts'
import { metaIn } from './to-result.ts'
import type { Answer } from './types.ts'

/** How much an answer brings its caller besides structured content: in its blocks, its `_meta` and any other field. */
export function bytesOf(answer: Answer): number {
  const { content = [], structuredContent: _, isError: __, _meta: ___, ...rest } = answer
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  const inBlocks = blocks.reduce<number>((sum, block) => sum + bytesOfBlock(block), 0)
  return inBlocks + bytesOfFields(rest) + bytesOfFields(metaIn(answer))
}

/** The structured content of an error is no other form of its text. */
export function bytesOfError(answer: Answer): number {
  return bytesOf(answer) + jsonBytes(answer['structuredContent'])
}

const KINDS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link'])

function bytesOfBlock(block: unknown): number {
  if (!isRecord(block)) return jsonBytes(block)
  const { type, resource, ...fields } = block
  const named = KINDS.has(type) ? fields : { type, ...fields }
  return isRecord(resource)
    ? bytesOfFields(named) + bytesOfFields(resource)
    : bytesOfFields(resource === undefined ? named : { ...named, resource })
}

const PAYLOADS: ReadonlySet<string> = new Set(['text', 'data', 'blob'])

/** What a block is there for counts as it is, whatever else it has as JSON. */
function bytesOfFields(fields: Readonly<Record<string, unknown>>): number {
  const payloads = Object.entries(fields).filter(isPayload)
  const rest = Object.entries(fields).filter((field) => !isPayload(field))
  const bytes = payloads.reduce((sum, [, text]) => sum + utf8Length(String(text)), 0)
  return rest.length === 0 ? bytes : bytes + jsonBytes(Object.fromEntries(rest))
}

function isPayload([key, value]: readonly [string, unknown]): boolean {
  return PAYLOADS.has(key) && typeof value === 'string'
}

function jsonBytes(value: unknown): number {
  return utf8Length(JSON.stringify(value) ?? '')
}
