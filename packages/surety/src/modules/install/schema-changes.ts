import { isRecord } from '@surety/tool-contracts/tools'
import { compareSchemas, isChanged } from '../../lock/compare-schemas.ts'
import { type Consequences, consequencesOf } from '../../lock/consequences.ts'
import type { CompiledTool } from '../module.ts'

/** What a changed input schema means to whoever calls as before. */
export function inputChanges(was: CompiledTool, is: CompiledTool): Consequences {
  const { breaking, unclear } = inputsNoLonger(was, is)
  const added = newTypes(was.semanticTypes.input, is.semanticTypes.input)
  return { breaking: [...breaking, ...added.map(([path, type]) => `${path} must now be of type ${type}.`)], unclear }
}

function inputsNoLonger({ inputSchema: was }: CompiledTool, { inputSchema: is }: CompiledTool): Consequences {
  if (was !== undefined && is === undefined) return { breaking: [], unclear: ['Inputs are no longer described.'] }
  if (was === undefined && is !== undefined) {
    const asksMore = isChanged(compareSchemas({}, withoutMeaning(is), 'narrowed'))
    return { breaking: [], unclear: asksMore ? ['Inputs are described now, where the server alone knew them.'] : [] }
  }
  // A property that is no longer named is still accepted where other keys are.
  const { certain, unclear } = compareSchemas(withoutMeaning(was), withoutMeaning(is), 'narrowed')
  return { breaking: certain, unclear }
}

/** Are inputs accepted that were refused before, or can it not be told? */
export function acceptsMore({ inputSchema: was }: CompiledTool, { inputSchema: is }: CompiledTool): boolean {
  if (was === undefined || is === undefined) return was !== undefined
  return isChanged(compareSchemas(withoutMeaning(was), withoutMeaning(is), 'widened'))
}

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
