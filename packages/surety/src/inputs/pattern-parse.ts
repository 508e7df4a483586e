/** A regular expression as far as making texts needs it. Characters are told apart by the engine itself, not here. */
export type PatternNode =
  /** The source of one character: `a`, `\d`, `[^/]`, `.` */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence'; readonly of: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly of: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly of: PatternNode; readonly from: number; readonly to: number }
  /** It takes no room: an anchor, a boundary, a look to either side. */
  | { readonly kind: 'assertion' }
  /** The same text again as in a group before. */
  | { readonly kind: 'echo' }

const ASSERTION = /[$^]|\\[Bb]/uy
const ECHO = /\\(?:[1-9]\d*|k<[^>]*>)/uy
const LOOK = /\(\?<?[!=]/uy
const GROUP = /\((?:\?(?:<[^>]*>|:))?/uy
const CHARACTER =
  /\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])|[\s\S]/uy
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy

/** The parts of a source that is known to compile. */
export function parsePattern(source: string): PatternNode {
  return choice({ source, index: 0 })
}

interface Cursor {
  readonly source: string
  index: number
}

function choice(cursor: Cursor): PatternNode {
  const branches = [sequence(cursor)]
  while (cursor.source[cursor.index] === '|') {
    cursor.index++
    branches.push(sequence(cursor))
  }
  const [only, ...others] = branches
  return only !== undefined && others.length === 0 ? only : { kind: 'choice', of: branches }
}

function sequence(cursor: Cursor): PatternNode {
  const parts: PatternNode[] = []
  while (cursor.index < cursor.source.length && !')|'.includes(cursor.source[cursor.index] ?? ''))
    parts.push(repeated(cursor, atom(cursor)))
  return { kind: 'sequence', of: parts }
}

function atom(cursor: Cursor): PatternNode {
  if (take(cursor, ASSERTION)) return { kind: 'assertion' }
  if (take(cursor, ECHO)) return { kind: 'echo' }
  if (take(cursor, LOOK)) {
    inside(cursor)
    return { kind: 'assertion' }
  }
  if (take(cursor, GROUP)) return inside(cursor)
  return { kind: 'character', source: take(cursor, CHARACTER)?.[0] ?? '' }
}

function inside(cursor: Cursor): PatternNode {
  const content = choice(cursor)
  cursor.index++
  return content
}

function repeated(cursor: Cursor, of: PatternNode): PatternNode {
  const found = take(cursor, QUANTIFIER)
  if (found === null) return of
  const [, sign, least, comma, most] = found
  if (sign === '?') return { kind: 'repeat', of, from: 0, to: 1 }
  if (sign !== undefined) return { kind: 'repeat', of, from: sign === '+' ? 1 : 0, to: Infinity }
  const from = Number(least)
  if (comma === undefined) return { kind: 'repeat', of, from, to: from }
  return { kind: 'repeat', of, from, to: most === '' ? Infinity : Number(most) }
}

function take(cursor: Cursor, token: RegExp): RegExpExecArray | null {
  token.lastIndex = cursor.index
  const found = token.exec(cursor.source)
  cursor.index += found?.[0].length ?? 0
  return found
}
