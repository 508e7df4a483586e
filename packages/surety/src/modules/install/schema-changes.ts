import { isRecord } from '@surety/tool-contracts/tools'
import { type Consequences, consequencesOf } from '../../lock/consequences.ts'
import type { CompiledTool } from '../module.ts'

/** What a changed input schema means to whoever calls as before. */
export function inputChanges(was: CompiledTool, is: CompiledTool): Consequences {
  if (was.inputSchema !== undefined && is.inputSchema === undefined)
    return { breaking: [], unclear: ['Inputs are no longer described.'] }
  const { breaking, unclear } = consequencesOf({
    field: 'inputSchema',
    before: withoutMeaning(asFarAsNamed(was.inputSchema, is.inputSchema)),
    after: withoutMeaning(is.inputSchema),
  })
  const added = newTypes(was.semanticTypes.input, is.semanticTypes.input)
  return { breaking: [...breaking, ...added.map(([path, type]) => `${path} must now be of type ${type}.`)], unclear }
}

/** What inputs are accepted that were refused before: what would be refused on the way back. */
export function inputWidenings(was: CompiledTool, is: CompiledTool): Consequences {
  return consequencesOf({
    field: 'inputSchema',
    before: withoutMeaning(withAllNamed(asFarAsNamed(is.inputSchema, was.inputSchema), was.inputSchema)),
    after: withoutMeaning(was.inputSchema),
  })
}

/** A schema with the properties that another one names and this one takes whatever they are. */
function withAllNamed(schema: unknown, other: unknown): unknown {
  if (!isRecord(schema) || !isRecord(other)) return schema
  const { items } = schema
  const withItems = isRecord(items) ? { ...schema, items: withAllNamed(items, other['items']) } : schema
  if (!isRecord(other['properties'])) return withItems
  const own = isRecord(schema['properties']) ? schema['properties'] : {}
  const named = Object.entries(other['properties']).flatMap(([name, theirs]) => {
    if (Object.hasOwn(own, name)) return [[name, withAllNamed(own[name], theirs)]]
    return isOpen(schema) ? [[name, {}]] : []
  })
  return { ...withItems, properties: { ...own, ...Object.fromEntries(named) } }
}

/** A schema without the properties that another one takes whatever they are, because it neither names nor refuses them. */
function asFarAsNamed(schema: unknown, other: unknown): unknown {
  if (!isRecord(schema) || !isRecord(other)) return schema
  const { properties, items } = schema
  const named = isRecord(other['properties']) ? other['properties'] : {}
  const kept = Object.entries(isRecord(properties) ? properties : {}).filter(
    ([name]) => !isOpen(other) || Object.hasOwn(named, name),
  )
  return {
    ...schema,
    ...(isRecord(properties) && {
      properties: Object.fromEntries(kept.map(([name, value]) => [name, asFarAsNamed(value, named[name])])),
    }),
    ...(isRecord(items) && { items: asFarAsNamed(items, other['items']) }),
  }
}

/** Does it take properties that it does not name? */
function isOpen(schema: Readonly<Record<string, unknown>>): boolean {
  const others = schema['additionalProperties'] ?? true
  const takesAny = others === true || (isRecord(others) && Object.keys(others).length === 0)
  return takesAny && !CLOSING.some((key) => Object.hasOwn(schema, key))
}

/** What else may refuse a property that is not named; how many there are is compared by itself. */
const CLOSING = ['patternProperties', 'propertyNames', 'unevaluatedProperties', '$ref', 'allOf', 'not']

/** What a changed output schema means to whoever reads the output as before. */
export function outputChanges(was: CompiledTool, is: CompiledTool): Consequences {
  const { breaking, unclear } = consequencesOf({
    field: 'outputSchema',
    before: withoutMeaning(was.outputSchema),
    after: withoutMeaning(is.outputSchema),
  })
  const lost = newTypes(is.semanticTypes.output, was.semanticTypes.output)
  return {
    breaking: [...breaking, ...lost.map(([path, type]) => `${path} need no longer be of type ${type}.`)],
    unclear,
  }
}

type Types = Readonly<Record<string, string>>

/** Those of the second that are not among the first. */
function newTypes(known: Types, others: Types): readonly (readonly [string, string])[] {
  return Object.entries(others).filter(([path, type]) => !Object.hasOwn(known, path) || known[path] !== type)
}

/** Semantic types are compared by their paths. A property may have the keyword's name; then it is no text. */
function withoutMeaning(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutMeaning)
  if (!isRecord(schema)) return schema
  const entries = Object.entries(schema).filter(
    ([key, value]) => key !== 'x-semantic-type' || typeof value !== 'string',
  )
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutMeaning(value)]))
}
