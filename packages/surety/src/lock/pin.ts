import { canonicalJson, sha256 } from '@surety/tool-contracts/tools'
import type { PinnedTool } from './lock.ts'

export const FIELDS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const
export type Field = (typeof FIELDS)[number]

/** A tool as a server lists it; what else the listing holds is not pinned. */
export interface Definition {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
  readonly annotations?: Readonly<Record<string, unknown>> | undefined
}

/** Deeper than any honest schema; nothing below it is read, so that no value can exhaust the stack. */
const MAX_DEPTH = 200

export type Pin =
  | { readonly ok: true; readonly tool: PinnedTool }
  | { readonly ok: false; readonly name: string; readonly reason: string }

/** The hashes of a definition, beside the definition itself. */
export function pin(listed: Definition): Pin {
  const present = FIELDS.filter((field) => listed[field] !== undefined)
  const unclear = present.find((field) => canonicalText(listed[field]) === undefined)
  if (unclear !== undefined) return { ok: false, name: listed.name, reason: whyNot(unclear, listed[unclear]) }
  const text = canonicalJson(Object.fromEntries(present.map((field) => [field, listed[field]])))
  const definition: Definition = JSON.parse(text)
  const fields = Object.fromEntries(present.map((field) => [field, sha256(canonicalJson(listed[field]))]))
  return { ok: true, tool: { name: listed.name, sha256: sha256(text), fields, definition } }
}

/** Equal for equal values; undefined for one that JSON cannot carry reliably. */
export function canonicalText(value: unknown): string | undefined {
  if (isTooDeep(value)) return undefined
  try {
    return canonicalJson(value)
  } catch {
    return undefined
  }
}

/** A value without canonical text is the same as none, not even itself. */
export function isSame(before: unknown, after: unknown): boolean {
  if (before === undefined || after === undefined) return before === after
  const text = canonicalText(after)
  return text !== undefined && text === canonicalText(before)
}

export function isTooDeep(value: unknown, levels: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1))
}

function whyNot(field: Field, value: unknown): string {
  const reason = isTooDeep(value)
    ? `is nested deeper than ${MAX_DEPTH} levels`
    : 'holds half a surrogate pair or a number beyond all bounds, which JSON cannot carry reliably'
  return `Its ${field} ${reason}.`
}
