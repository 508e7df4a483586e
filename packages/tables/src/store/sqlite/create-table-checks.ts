import { type SqlToken, sqlTokens } from '../conditions/sql-tokens.ts'
import type { CheckInfo } from '../table-info.ts'

/** The CHECK conditions in the text of a CREATE TABLE of SQLite, which keeps them nowhere else. */
export function createTableChecks(createTable: string): readonly CheckInfo[] {
  const tokens = sqlTokens(createTable)
  const checks: CheckInfo[] = []
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (isSymbol(token, '(')) depth += 1
    if (isSymbol(token, ')')) depth -= 1
    if (depth !== 1 || !isWord(token, 'CHECK')) continue
    const opening = tokens[index + 1]
    const end = closing(tokens, index + 1)
    if (opening === undefined || end === undefined) continue
    const named = isWord(tokens[index - 2], 'CONSTRAINT')
    checks.push({
      name: named ? tokens[index - 1]?.value : undefined,
      expression: createTable.slice(opening.end, end.start).trim(),
    })
  }
  return checks
}

/** The parenthesis that closes the one at `open`. */
function closing(tokens: readonly SqlToken[], open: number): SqlToken | undefined {
  let depth = 0
  for (const token of tokens.slice(open)) {
    if (isSymbol(token, '(')) depth += 1
    if (isSymbol(token, ')')) depth -= 1
    if (depth <= 0) return token
  }
  return undefined
}

function isSymbol(token: SqlToken | undefined, symbol: string): boolean {
  return token?.kind === 'symbol' && token.value === symbol
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.value.toUpperCase() === word
}
