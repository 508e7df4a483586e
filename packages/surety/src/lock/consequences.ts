import { compareSchemas, goneProperties } from './compare-schemas.ts'
import type { Difference, FieldChange } from './differences.ts'

/** What a change means to whoever calls the tool as before. */
export interface Consequences {
  /** What they relied on and no longer can. */
  readonly breaking: readonly string[]
  /** What may or may not concern them. */
  readonly unclear: readonly string[]
}

export function isBreaking(difference: Difference): boolean {
  return difference.kind === 'removed' || difference.fields.some((change) => consequencesOf(change).breaking.length > 0)
}

/** What goes in must stay accepted; what comes out must stay within what was promised. */
export function consequencesOf({ field, before, after }: FieldChange): Consequences {
  const isInput = field === 'inputSchema'
  if ((!isInput && field !== 'outputSchema') || before === undefined) return { breaking: [], unclear: [] }
  if (after === undefined && isInput) return { breaking: [], unclear: ['Inputs are no longer described.'] }
  if (after === undefined) return { breaking: ['Outputs are no longer described.'], unclear: [] }
  const { certain, unclear } = compareSchemas(before, after, isInput ? 'narrowed' : 'widened')
  // Whoever passes or reads a property means what it stood for, also where it would be let through.
  return { breaking: [...new Set([...goneProperties(before, after), ...certain])], unclear: [...new Set(unclear)] }
}
