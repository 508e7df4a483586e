import { toJSONSchema, type z } from 'zod'
import { type Issue, describeIssues } from './issues.ts'
import { isRecord } from './record.ts'

/** A JSON Schema (2020-12) as data. */
export type JsonSchema = { readonly [key: string]: unknown }

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly [Issue, ...Issue[]] }

/** What a contract knows of a schema, whoever wrote it: how to parse a value, and what to publish. */
export interface Shape {
  readonly parse: (value: unknown) => Parsed
  readonly jsonSchema: JsonSchema
}

/** Is it a schema of Zod 4, of whichever copy? */
export function isZodSchema(value: unknown): value is z.ZodType {
  if (!isRecord(value) || typeof value['safeParse'] !== 'function') return false
  return isRecord(value['_zod']) && 'def' in value['_zod']
}

/** Zod's view of the wire: what goes `input` to a tool, or comes `output` from it. */
export function zodShape(schema: z.ZodType, io: 'input' | 'output'): Shape {
  return {
    parse(value) {
      const parsed = schema.safeParse(value)
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, issues: describeIssues(parsed.error.issues, value) }
    },
    get jsonSchema() {
      return publishedSchema(schema, io)
    },
  }
}

const published = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() }

function publishedSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = published[io].get(schema)
  if (known !== undefined) return known
  const made = toJSONSchema(schema, { io, unrepresentable: 'any' })
  published[io].set(schema, made)
  return made
}
