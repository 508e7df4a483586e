import type { TokenCursor } from './token-cursor.ts'

/** A side of a comparison, as far as a configuration could say the same. */
export type Operand =
  | { readonly kind: 'column' | 'length' | 'json'; readonly column: string; readonly ofInteger?: true }
  | { readonly kind: 'value'; readonly value: string | number }

const LENGTHS = ['length', 'char_length', 'character_length']
const TEXTS = ['text', 'character varying', 'bpchar']
const INTEGERS = ['smallint', 'integer', 'bigint']
const NUMBERS = ['numeric', 'double precision']
/** A column's value means the same after these. */
const HARMLESS = ['text', 'character varying', 'numeric', 'double precision']
const LONG_TYPES: readonly (readonly string[])[] = [
  ['CHARACTER', 'VARYING'],
  ['DOUBLE', 'PRECISION'],
]

/** The operand that is next; undefined where it is none that we know. */
export function readOperand(cursor: TokenCursor): Operand | undefined {
  let operand = readBare(cursor)
  while (operand !== undefined && cursor.symbol('::')) operand = cast(operand, readType(cursor))
  return operand
}

/** The values of `ARRAY['a'::text, …]`, with the casts and parentheses that PostgreSQL puts around it. */
export function readArray(cursor: TokenCursor): readonly Operand[] | undefined {
  let values = readBareArray(cursor)
  while (values !== undefined && cursor.symbol('::')) {
    const type = readType(cursor)
    if (!cursor.symbol('[') || !cursor.symbol(']')) return undefined
    values = allOf(values.map((value) => cast(value, type)))
  }
  return values
}

/** Operands with commas between them, up to the symbol that closes them. */
export function readList(cursor: TokenCursor, close: string): readonly Operand[] | undefined {
  const operands: Operand[] = []
  do {
    const operand = readOperand(cursor)
    if (operand === undefined) return undefined
    operands.push(operand)
  } while (cursor.symbol(','))
  return cursor.symbol(close) ? operands : undefined
}

function readBareArray(cursor: TokenCursor): readonly Operand[] | undefined {
  if (cursor.words('ARRAY')) return cursor.symbol('[') ? readList(cursor, ']') : undefined
  if (!cursor.symbol('(')) return undefined
  const inner = readArray(cursor)
  return cursor.symbol(')') ? inner : undefined
}

function readBare(cursor: TokenCursor): Operand | undefined {
  if (cursor.symbol('(')) {
    const inner = readOperand(cursor)
    return cursor.symbol(')') ? inner : undefined
  }
  if (cursor.symbol('-')) return negative(readBare(cursor))
  const token = cursor.take('number', 'string', 'name', 'word')
  if (token === undefined) return undefined
  if (token.kind === 'number') return numberValue(token.value)
  if (token.kind === 'string') return { kind: 'value', value: token.value }
  if (!cursor.symbol('(')) return { kind: 'column', column: token.value }
  const [argument, ...others] = readList(cursor, ')') ?? []
  if (argument?.kind !== 'column' || others.length > 0) return undefined
  const name = token.value.toLowerCase()
  if (LENGTHS.includes(name)) return { kind: 'length', column: argument.column }
  return name === 'json_valid' ? { kind: 'json', column: argument.column } : undefined
}

/** Its name; undefined where it is none that we know, or has a length, which would cut values off. */
function readType(cursor: TokenCursor): string | undefined {
  const long = LONG_TYPES.find((words) => cursor.words(...words))
  const type = long?.join(' ') ?? cursor.take('word')?.value
  return cursor.symbol('(') ? undefined : type?.toLowerCase()
}

function cast(operand: Operand, type = ''): Operand | undefined {
  if (operand.kind !== 'value') return castColumn(operand, type)
  if (TEXTS.includes(type)) return typeof operand.value === 'string' ? operand : undefined
  if (!INTEGERS.includes(type) && !NUMBERS.includes(type)) return undefined
  const number = numberValue(String(operand.value))
  const rounds = INTEGERS.includes(type) && !(number?.kind === 'value' && Number.isInteger(number.value))
  return rounds ? undefined : number
}

/** PostgreSQL casts a column of a domain to its type: an integer's value stays the same, another's would be rounded. */
function castColumn(operand: Exclude<Operand, { kind: 'value' }>, type: string): Operand | undefined {
  if (HARMLESS.includes(type)) return operand
  return INTEGERS.includes(type) ? { ...operand, ofInteger: true } : undefined
}

function negative(operand: Operand | undefined): Operand | undefined {
  if (operand?.kind !== 'value' || typeof operand.value !== 'number') return undefined
  return { kind: 'value', value: 0 - operand.value }
}

/** Only where JavaScript's number is the same. */
function numberValue(text: string): Operand | undefined {
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined
  const value = Number(text)
  const isSame = Number.isFinite(value) && digitsOf(text) === digitsOf(String(value))
  return isSame ? { kind: 'value', value } : undefined
}

/** The digits that count, wherever the decimal point is. */
function digitsOf(number: string): string {
  return number.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
}

function allOf(operands: readonly (Operand | undefined)[]): readonly Operand[] | undefined {
  const known = operands.filter((operand) => operand !== undefined)
  return known.length === operands.length ? known : undefined
}
