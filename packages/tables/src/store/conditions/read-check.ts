import { type Operand, readArray, readList, readOperand } from './check-operand.ts'
import { type CheckedColumn, DATETIME_GLOB, mergeChecked } from './checked-column.ts'
import { TokenCursor } from './token-cursor.ts'

/** `isNull`: the condition is that this column is null. */
type Condition = readonly CheckedColumn[] | { readonly isNull: string }

const MAX_DEPTH = 50
const OPERATORS = ['>=', '<=', '>', '<', '=', '==', '<>', '!='] as const
type Operator = (typeof OPERATORS)[number]
const MIRRORED: Partial<Record<Operator, Operator>> = { '>=': '<=', '<=': '>=', '>': '<', '<': '>' }

/** What a CHECK condition says of each column, where a configuration could say the same; else undefined, never a guess. */
export function readCheck(expression: string): readonly CheckedColumn[] | undefined {
  const cursor = new TokenCursor(expression)
  const condition = readEither(cursor, 0)
  if (condition === undefined || 'isNull' in condition || !cursor.atEnd) return undefined
  return mergeChecked(condition)
}

function readEither(cursor: TokenCursor, depth: number): Condition | undefined {
  let condition = readAll(cursor, depth)
  while (condition !== undefined && cursor.words('OR')) condition = either(condition, readAll(cursor, depth))
  return condition
}

function readAll(cursor: TokenCursor, depth: number): Condition | undefined {
  let condition = readOne(cursor, depth)
  while (condition !== undefined && cursor.words('AND')) {
    const other = readOne(cursor, depth)
    if (other === undefined || 'isNull' in other || 'isNull' in condition) return undefined
    condition = [...condition, ...other]
  }
  return condition
}

function readOne(cursor: TokenCursor, depth: number): Condition | undefined {
  const start = cursor.place
  const comparison = readComparison(cursor)
  if (comparison !== undefined) return comparison
  cursor.returnTo(start)
  if (depth === MAX_DEPTH || !cursor.symbol('(')) return undefined
  const inner = readEither(cursor, depth + 1)
  return cursor.symbol(')') ? inner : undefined
}

/** A column that may be null or else meet a condition: a null meets every condition. Or one that has one of several values. */
function either(one: Condition, other: Condition | undefined): Condition | undefined {
  if (other === undefined) return undefined
  if ('isNull' in other) return 'isNull' in one ? undefined : either(other, one)
  const [second, ...more] = mergeChecked(other)
  if (second === undefined || more.length > 0) return undefined
  if ('isNull' in one) return one.isNull === second.column ? [second] : undefined
  const [first, ...others] = mergeChecked(one)
  if (others.length > 0 || first?.column !== second.column) return undefined
  const values = [...(first.values ?? []), ...(second.values ?? [])]
  const onlyValues = [first, second].every(
    (checked) => checked.values !== undefined && Object.keys(checked).length === 2,
  )
  return onlyValues && ofOneType(values) ? [{ column: first.column, values }] : undefined
}

function readComparison(cursor: TokenCursor): Condition | undefined {
  const left = readOperand(cursor)
  if (left === undefined) return undefined
  if (cursor.words('IS', 'NULL')) return left.kind === 'column' ? { isNull: left.column } : undefined
  if (cursor.words('BETWEEN')) return readBetween(cursor, left)
  if (cursor.words('IN')) return cursor.symbol('(') ? oneOf(left, readList(cursor, ')')) : undefined
  if (cursor.words('GLOB')) return readGlob(cursor, left)
  const operator = OPERATORS.find((symbol) => cursor.symbol(symbol))
  if (operator === undefined) return left.kind === 'json' ? [{ column: left.column, format: 'json' }] : undefined
  if (operator !== '=' || !cursor.words('ANY')) return compare(left, operator, readOperand(cursor))
  const values = cursor.symbol('(') ? readArray(cursor) : undefined
  return cursor.symbol(')') ? oneOf(left, values) : undefined
}

function readBetween(cursor: TokenCursor, left: Operand): Condition | undefined {
  const low = compare(left, '>=', readOperand(cursor))
  if (low === undefined || !cursor.words('AND')) return undefined
  const high = compare(left, '<=', readOperand(cursor))
  return high && [...low, ...high]
}

function readGlob(cursor: TokenCursor, left: Operand): Condition | undefined {
  const pattern = cursor.take('string')?.value
  return left.kind === 'column' && pattern === DATETIME_GLOB ? [{ column: left.column, format: 'datetime' }] : undefined
}

function oneOf(left: Operand, list: readonly Operand[] | undefined): readonly CheckedColumn[] | undefined {
  if (left.kind !== 'column' || list === undefined) return undefined
  const values = list.flatMap((operand) => (operand.kind === 'value' ? [operand.value] : []))
  if (values.length < list.length || !ofOneType(values)) return undefined
  return [{ ...columnOf(left), values }]
}

function columnOf({ column, ofInteger }: Exclude<Operand, { kind: 'value' }>): CheckedColumn {
  return { column, ...(ofInteger && { ofInteger }) }
}

function compare(left: Operand, operator: Operator, right: Operand | undefined): readonly CheckedColumn[] | undefined {
  if (right === undefined) return undefined
  if (left.kind === 'value') {
    return right.kind === 'value' ? undefined : compare(right, MIRRORED[operator] ?? operator, left)
  }
  if (right.kind !== 'value') return undefined
  const limits = limitsOf(left.kind, operator, right.value)
  return limits && [{ ...columnOf(left), ...limits }]
}

function limitsOf(
  kind: 'column' | 'length' | 'json',
  operator: Operator,
  value: string | number,
): Omit<CheckedColumn, 'column'> | undefined {
  const equal = operator === '=' || operator === '=='
  if (kind === 'column' && equal) return { values: [value] }
  if (kind === 'column' && value === '' && (operator === '<>' || operator === '!=')) return { minLength: 1 }
  if (typeof value !== 'number' || kind === 'json') return undefined
  if (kind === 'length') return lengths(operator, value)
  switch (operator) {
    case '>=':
      return { min: value }
    case '<=':
      return { max: value }
    case '>':
      return { above: value }
    case '<':
      return { below: value }
    default:
      return undefined
  }
}

function lengths(operator: Operator, value: number): Omit<CheckedColumn, 'column'> | undefined {
  switch (operator) {
    case '>=':
      return { minLength: Math.ceil(value) }
    case '<=':
      return { maxLength: Math.floor(value) }
    case '>':
      return { minLength: Math.floor(value) + 1 }
    case '<':
      return { maxLength: Math.ceil(value) - 1 }
    case '=':
    case '==':
      return Number.isInteger(value) ? { minLength: value, maxLength: value } : undefined
    default:
      return undefined
  }
}

function ofOneType(values: readonly (string | number)[]): boolean {
  return values.every((value) => typeof value === typeof values[0])
}
