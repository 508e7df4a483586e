import { sqlTokens } from '../store/conditions/sql-tokens.ts'

/** The same statement with a line for each column and constraint. */
export function readable(statement: string): string {
  let text = ''
  let copied = 0
  let depth = 0
  for (const { kind, value, start, end } of sqlTokens(statement)) {
    if (kind !== 'symbol') continue
    if (value === ')') depth -= 1
    const isLast = value === ')' && depth === 0
    const isBreak = isLast || (value === '(' && depth === 0) || (value === ',' && depth === 1)
    if (value === '(') depth += 1
    if (!isBreak) continue
    text += statement.slice(copied, isLast ? start : end) + (isLast ? '\n' : '\n  ')
    copied = isLast ? start : end
    if (value === ',') copied += 1
  }
  return text + statement.slice(copied)
}
