/** A part of a SQL text. */
export interface SqlToken {
  /** `name`: a quoted identifier. `unknown`: a quote that never ends. */
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'unknown'
  /** What it stands for: a quoted text without its quotes, anything else as written. */
  readonly value: string
  readonly start: number
  readonly end: number
}

const SPACE = /\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$)/y
const NUMBER = /0x[0-9a-f]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy
const SYMBOL = /::|>=|<=|<>|!=|==|\|\||[^]/uy
const QUOTED: Readonly<Record<string, RegExp>> = {
  "'": /'[^']*(?:''[^']*)*'/y,
  '"': /"[^"]*(?:""[^"]*)*"/y,
  '`': /`[^`]*(?:``[^`]*)*`/y,
  '[': /\[[^\]]+\]/y,
}

/** The parts of a SQL text of SQLite or PostgreSQL, without its comments. */
export function sqlTokens(text: string): readonly SqlToken[] {
  const tokens: SqlToken[] = []
  let start = 0
  while (start < text.length) {
    const space = matchAt(SPACE, text, start)
    if (space === undefined) {
      const token = tokenAt(text, start, tokens.at(-1))
      tokens.push(token)
      start = token.end
      continue
    }
    start += space.length
  }
  return tokens
}

function tokenAt(text: string, start: number, before: SqlToken | undefined): SqlToken {
  const token = (kind: SqlToken['kind'], written: string, value = written): SqlToken => ({
    kind,
    value,
    start,
    end: start + written.length,
  })

  const quote = text.charAt(start)
  const quoted = QUOTED[quote]
  if (quoted !== undefined && !(quote === '[' && opensArray(text, start, before))) {
    const written = matchAt(quoted, text, start)
    if (written === undefined) return token('unknown', text.slice(start))
    const inner = written.slice(1, -1).replaceAll(quote + quote, quote)
    return token(quote === "'" ? 'string' : 'name', written, inner)
  }

  const number = matchAt(NUMBER, text, start)
  if (number !== undefined) return token('number', number)
  const word = matchAt(WORD, text, start)
  if (word !== undefined) return token('word', word)
  return token('symbol', matchAt(SYMBOL, text, start) ?? quote)
}

/** SQLite quotes names in brackets; PostgreSQL writes `ARRAY[…]` and `text[]`. */
function opensArray(text: string, start: number, before: SqlToken | undefined): boolean {
  return text[start + 1] === ']' || (before?.kind === 'word' && before.value.toUpperCase() === 'ARRAY')
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0]
}
