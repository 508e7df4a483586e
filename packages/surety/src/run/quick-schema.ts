import type { Json } from '@surety/tool-contracts/tools'
import type { CompiledSchema } from '../author/contract-file.ts'
import { isPlain } from '../author/plain-schema.ts'
import { fits } from '../inputs/fits.ts'
import { openSchema } from '../inputs/schema.ts'

const known = new WeakMap<CompiledSchema, CompiledSchema>()

/** A schema of everyday keywords is compiled for what it refuses alone, to say why: that takes most of a millisecond. */
export function quick(schema: CompiledSchema | undefined): CompiledSchema | undefined {
  if (schema === undefined) return undefined
  const made = known.get(schema) ?? quickened(schema)
  known.set(schema, made)
  return made
}

function quickened(schema: CompiledSchema): CompiledSchema {
  if (!isPlain(schema.jsonSchema) || hasFormat(schema)) return schema
  const opened = openSchema(schema.jsonSchema)
  if (!opened.ok) return schema
  const { root } = opened
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is judged came out of JSON or YAML
  const accepts = (value: unknown): boolean => value !== undefined && fits(root, root.schema, value as Json)
  return {
    jsonSchema: schema.jsonSchema,
    parse: (value) => (accepts(value) ? { ok: true, value } : schema.parse(value)),
  }
}

function hasFormat({ jsonSchema }: CompiledSchema): boolean {
  return JSON.stringify(jsonSchema).includes('"format":')
}
