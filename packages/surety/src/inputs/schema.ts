import { type Json, type JsonObject, isList, isRecord } from '@surety/tool-contracts/tools'
import { listAt } from './json.ts'
import { createPatterns, type Patterns } from './patterns.ts'

export type Schema = boolean | JsonObject

/** A schema, and what is looked up in it again and again. */
export interface Root {
  readonly schema: Schema
  /** What a local `$ref` points at; undefined when it leads nowhere, or out of the schema. */
  readonly resolve: (reference: string) => Schema | undefined
  readonly patterns: Patterns
}

export type Opened = { readonly ok: true; readonly root: Root } | { readonly ok: false; readonly reason: string }

const MAX_DEPTH = 64
const MAX_SIZE = 256 * 1024

const known = new WeakMap<object, Opened>()

/** Reads a stranger's schema, if it is one and of a size that can be worked with; each only once. */
export function openSchema(schema: unknown): Opened {
  if (typeof schema !== 'object' || schema === null) return open(schema)
  const opened = known.get(schema) ?? open(schema)
  known.set(schema, opened)
  return opened
}

function open(schema: unknown): Opened {
  const budget = { left: MAX_SIZE, names: 0 }
  if (!isJson(schema, MAX_DEPTH, budget))
    return {
      ok: false,
      reason: `the schema is not JSON of at most ${MAX_DEPTH} levels and ${MAX_SIZE / 1024} KB`,
    }
  if (!isSchema(schema)) return { ok: false, reason: 'the schema is neither an object nor true or false' }
  const named = new Map<string, JsonObject>()
  if (budget.names > 0) collectNames(schema, named)
  return {
    ok: true,
    root: {
      schema,
      resolve: remembering((reference) => resolve(schema, named, reference)),
      patterns: createPatterns(),
    },
  }
}

function remembering(find: Root['resolve']): Root['resolve'] {
  const found = new Map<string, Schema | undefined>()
  return (reference) => {
    if (!found.has(reference)) found.set(reference, find(reference))
    return found.get(reference)
  }
}

export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || isRecord(value)
}

/** `names`: how often something might be named in it. */
function isJson(value: unknown, depth: number, budget: { left: number; names: number }): value is Json {
  budget.left -= typeof value === 'string' ? value.length + 2 : 2
  if (depth < 0 || budget.left < 0) return false
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1, budget))
  if (typeof value !== 'object') return false
  return Object.keys(value).every((key) => {
    if (key === '$anchor' || key === '$id') budget.names += 1
    return isJson(key, depth, budget) && isJson(Reflect.get(value, key), depth - 1, budget)
  })
}

/** The schemas a combining keyword lists. */
export function schemasAt(node: JsonObject, key: string): readonly Schema[] {
  return listAt(node, key).filter(isSchema)
}

/** `$anchor` and `$id`, under the text a reference to them has. */
function collectNames(value: Json, named: Map<string, JsonObject>): void {
  if (isList(value)) for (const item of value) collectNames(item, named)
  if (!isRecord(value)) return
  if (typeof value['$anchor'] === 'string') named.set(`#${value['$anchor']}`, value)
  if (typeof value['$id'] === 'string') named.set(value['$id'], value)
  for (const item of Object.values(value)) collectNames(item, named)
}

function resolve(schema: Schema, named: ReadonlyMap<string, JsonObject>, reference: string): Schema | undefined {
  const byName = named.get(reference)
  if (byName !== undefined) return byName
  const [document = '', fragment = ''] = reference.split('#', 2)
  const base = document === '' ? schema : named.get(document)
  if (base === undefined || (fragment !== '' && !fragment.startsWith('/'))) return undefined
  const found = fragment.split('/').slice(1).reduce<Json | undefined>(step, base)
  return isSchema(found) ? found : undefined
}

function step(value: Json | undefined, token: string): Json | undefined {
  const key = decode(token).replaceAll('~1', '/').replaceAll('~0', '~')
  if (isList(value)) return value[Number(key)]
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
