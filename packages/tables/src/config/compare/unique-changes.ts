import { quoted } from '../fault.ts'
import { type Change, breaking, compatible } from './change.ts'

type Constraint = readonly string[]

/** Which rows are refused now and were not, or the other way round? */
export function uniqueChanges(before: readonly Constraint[], after: readonly Constraint[]): readonly Change[] {
  return [
    ...after
      .filter((constraint) => !isImplied(constraint, before))
      .map((constraint) => breaking(`Rows must be unique in ${listed(constraint)} now.`)),
    ...before
      .filter((constraint) => !isImplied(constraint, after))
      .map((constraint) => compatible(`Rows need not be unique in ${listed(constraint)} any more.`)),
  ]
}

/** What is unique in some fields is so in more of them too. */
function isImplied(constraint: Constraint, others: readonly Constraint[]): boolean {
  return others.some((other) => other.every((name) => constraint.includes(name)))
}

function listed(constraint: Constraint): string {
  return constraint.map(quoted).join(', ')
}
