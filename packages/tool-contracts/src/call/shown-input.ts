import type { Contract } from '../contract/declare.ts'
import { REDACTED } from '../contract/issues.ts'
import { isRecord } from '../contract/record.ts'
import { leavesOpen, schemaNodes } from '../contract/schema-nodes.ts'
import type { JsonSchema } from '../contract/shape.ts'
import { redact } from '../journal/redact.ts'

/**
 * The input as it may be stored: without what is sensitive. Where something is, a field that the schema does not know is hidden
 * too: nobody can say that it is not the sensitive one under another name.
 */
export function shownInput({ sensitive, input: { jsonSchema } }: Contract, input: unknown): unknown {
  const shown = redact(input, sensitive.input)
  if (sensitive.input.length === 0 || !isRecord(shown)) return shown
  const names = namesIn(jsonSchema)
  if (names === undefined) return shown
  const fields = Object.entries(shown)
  if (fields.every(([key]) => names.has(key))) return shown
  return Object.fromEntries(fields.map(([key, value]) => [key, names.has(key) ? value : REDACTED]))
}

/** The fields that a schema spells out; undefined where an input may have others. */
function namesIn(schema: JsonSchema): ReadonlySet<string> | undefined {
  if (leavesOpen(schema, ['any'])) return undefined
  const properties = schemaNodes(schema, []).map((node) => node['properties'])
  return new Set(properties.flatMap((fields) => (isRecord(fields) ? Object.keys(fields) : [])))
}
