import type { JsonObject } from '@surety/tool-contracts/tools'
import type { Root, Schema } from '../../inputs/schema.ts'

/** A Zod schema as TypeScript text. */
export interface Expression {
  readonly code: string
  /** The type of what it accepts, as text. */
  readonly type: string
}

/** What the parts of one JSON Schema have in common. */
export interface Scope {
  readonly root: Root
  /** Whether `items` may be a list, and `minContains` says nothing. */
  readonly isDraft07: boolean
  /** Whether defaults are filled in: not where checks follow, which must see what was there. */
  readonly fillsDefaults: boolean
  /** What stands for the schema that a reference leads to. */
  readonly reference: (reference: string) => Expression
  readonly translate: (schema: Schema, scope: Scope) => Expression
}

export interface Part {
  readonly node: JsonObject
  readonly scope: Scope
}

/** JSON has no `undefined`: a property that may be anything must be there all the same. */
export const ANYTHING: Expression = { code: 'checks.anything', type: 'unknown' }
export const NOTHING: Expression = { code: 'z.never()', type: 'never' }

/** Translates a part whose parsed value nobody uses. */
export function judging(schema: Schema, scope: Scope): string {
  return scope.translate(schema, { ...scope, fillsDefaults: false }).code
}
