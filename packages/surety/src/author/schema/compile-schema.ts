import type { Ajv, Options, ValidateFunction } from 'ajv'
import type { JsonSchema, Parsed } from '@surety/tool-contracts/tools'
import { isRecord } from '@surety/tool-contracts/tools'
import { type Dialect, createAjv } from './ajv.ts'
import type { CompiledSchema } from '../contract-file.ts'
import { compilePattern } from './pattern.ts'
import { schemaFault } from './schema-fault.ts'
import { issuesOf } from './schema-issues.ts'

export type Compilation =
  | { readonly ok: true; readonly schema: CompiledSchema }
  | { readonly ok: false; readonly reason: string }

const MAX_KEPT = 1000
const kept = new Map<string, ValidateFunction>()

/** What validates against a stranger's schema. Never throws. */
export function compileSchema(schema: unknown): Compilation {
  const fault = schemaFault(schema)
  if (fault !== undefined || !isRecord(schema)) return { ok: false, reason: fault ?? 'it is no object.' }
  try {
    const validate = validatorOf(schema)
    return { ok: true, schema: { jsonSchema: schema, parse: (value) => parse(validate, schema, value) } }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? `${error.message}.` : 'it cannot be compiled.' }
  }
}

/** Equal schemas have one; the least recently used one is forgotten first. */
function validatorOf(schema: JsonSchema): ValidateFunction {
  const key = JSON.stringify(schema)
  const validate = kept.get(key) ?? compiled(schema)
  kept.delete(key)
  kept.set(key, validate)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return validate
}

function compiled(schema: JsonSchema): ValidateFunction {
  const ajv = compilerFor(schema)
  try {
    return ajv.compile(schema)
  } finally {
    ajv.removeSchema(schema)
  }
}

function parse(validate: ValidateFunction, schema: JsonSchema, value: unknown): Parsed {
  try {
    return validate(value) ? { ok: true, value } : { ok: false, issues: issuesOf(validate.errors ?? [], schema, value) }
  } catch {
    const expected = 'nested less deeply: the schema cannot be applied to it'
    return { ok: false, issues: [{ path: [], expected, received: value, code: 'custom' }] }
  }
}

/** Ajv keeps patterns apart by their text. */
const engine = Object.assign((source: string) => ({ ...compilePattern(source), toString: () => source }), {
  code: 'compilePattern',
})

// What costs time while compiling and is not needed is off: a schema takes about half the time.
const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  validateSchema: false,
  messages: false,
  // `constructor` is there only if somebody wrote it.
  ownProperties: true,
  logger: false,
  code: { optimize: false, regExp: engine },
}

const shared: Partial<Record<Dialect, Ajv>> = {}

/** JSON Schema 2020-12, unless `$schema` names an earlier draft. */
function compilerFor(schema: JsonSchema): Ajv {
  const { $schema } = schema
  const dialect = typeof $schema === 'string' && /draft-0[3-7]/.test($schema) ? 'draft07' : 'draft2020'
  // Names are remembered for good; those of one schema mean nothing in another.
  if (JSON.stringify(schema).includes('"$id"')) return createAjv(dialect, OPTIONS)
  shared[dialect] ??= createAjv(dialect, OPTIONS)
  return shared[dialect]
}
