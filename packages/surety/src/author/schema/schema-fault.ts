import { isRecord } from '@surety/tool-contracts/tools'
import { MAX_DEPTH, nestsTooDeep } from '../yaml/nesting.ts'

export const MAX_SCHEMA_BYTES: number = 256 * 1024
const MAX_STEPS = 10_000
/** As JSON writes it: after an odd number of backslashes. */
const HALF_CHARACTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/** Why a stranger's schema is not even compiled, as a sentence; undefined if nothing speaks against trying. */
export function schemaFault(schema: unknown): string | undefined {
  if (!isRecord(schema)) return 'it is no object.'
  if (nestsTooDeep(schema)) return `it is nested more than ${MAX_DEPTH} levels deep.`
  const text = JSON.stringify(schema)
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES) return `it has more than ${MAX_SCHEMA_BYTES} bytes.`
  if (text.includes('\\ud') && HALF_CHARACTER.test(text)) return 'it has lone surrogates, each half a character.'
  const parts = partsOf(schema)
  if (parts.some((part) => part['$async'] === true)) return '`$async` is not allowed.'
  const remote = remoteReference(parts)
  if (remote !== undefined) return `it refers to ${remote}, and nothing is fetched; put the schema under $defs.`
  if (!parts.some((part) => '$ref' in part)) return undefined
  const counts = new Map<unknown, number>()
  const multiplies = parts.some((part) => stepsOn(schema, part, counts) > MAX_STEPS)
  return multiplies ? 'its references multiply without end.' : undefined
}

type Part = Readonly<Record<string, unknown>>

/** Under these keys stands data, in which `$ref` means nothing. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples'])

function partsOf(schema: Part): readonly Part[] {
  const parts: Part[] = [schema]
  // Grows while it is walked.
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      if (DATA.has(key)) continue
      parts.push(...(Array.isArray(value) ? value : [value]).filter(isRecord))
    }
  }
  return parts
}

function remoteReference(parts: readonly Part[]): string | undefined {
  const ids = new Set(parts.map((part) => part['$id']))
  return parts
    .flatMap((part) => [part['$ref'], part['$dynamicRef']])
    .filter((reference) => typeof reference === 'string')
    .find((reference) => /^[a-z][\w+.-]*:/i.test(reference) && !isKnown(reference, ids))
}

function isKnown(reference: string, ids: ReadonlySet<unknown>): boolean {
  const [document = ''] = reference.split('#')
  return ids.has(document) || ids.has(`${document}#`) || /^https?:\/\/json-schema\.org\/draft/.test(document)
}

const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const

/** How many schemas are applied to one and the same value: a few lines of references can make it 2^64. */
function stepsOn(root: Part, part: unknown, known: Map<unknown, number>): number {
  if (!isRecord(part)) return 1
  const counted = known.get(part)
  if (counted !== undefined) return counted
  // Whatever refers back to itself without descending never ends.
  known.set(part, Number.POSITIVE_INFINITY)
  const applied = SAME_VALUE.flatMap((key) => part[key] ?? [])
  const target = typeof part['$ref'] === 'string' ? localTarget(root, part['$ref']) : undefined
  const steps = [...applied, target].reduce<number>((sum, next) => sum + stepsOn(root, next, known), 1)
  known.set(part, steps)
  return steps
}

/** What `#/$defs/x` refers to; undefined for any other kind of reference. */
export function localTarget(root: Part, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  return reference
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => {
      if (Array.isArray(node)) return node[Number(key)]
      return isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined
    }, root)
}
