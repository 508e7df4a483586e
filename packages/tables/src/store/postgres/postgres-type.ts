import type { ColumnInfo } from '../table-info.ts'

type ColumnType = Pick<ColumnInfo, 'holds' | 'maxLength' | 'precision' | 'scale' | 'min' | 'max' | 'enumValues'>

export interface PostgresType {
  /** As in pg_type, below all domains: `int4`, `varchar`. */
  readonly base: string
  /** The number that PostgreSQL keeps a type's length or precision in; -1 for none. */
  readonly modifier: number
  readonly enumValues: readonly string[] | null
}

const HEADER = 4
const NONE = -1
const REAL_DIGITS = 6

/** What a column of this type can hold. */
export function postgresType({ base, modifier, enumValues }: PostgresType): ColumnType {
  if (enumValues !== null) return { holds: ['enum'], enumValues }
  switch (base) {
    case 'text':
      return { holds: ['text', 'enum', 'datetime', 'json'] }
    case 'citext':
      return { holds: ['text', 'enum'] }
    case 'varchar':
    case 'bpchar':
      if (modifier === NONE) return postgresType({ base: 'text', modifier, enumValues })
      return { holds: ['text', 'enum'], maxLength: modifier - HEADER }
    case 'uuid':
      return { holds: ['text'], maxLength: 36 }
    case 'int2':
      return { holds: ['integer'], min: -(2 ** 15), max: 2 ** 15 - 1 }
    case 'int4':
      return { holds: ['integer'], min: -(2 ** 31), max: 2 ** 31 - 1 }
    case 'int8':
      return { holds: ['integer'] }
    case 'float4':
      return { holds: ['numeric'], precision: REAL_DIGITS }
    case 'float8':
      return { holds: ['numeric', 'integer'] }
    case 'numeric':
      return { holds: ['numeric', 'integer'], ...(modifier !== NONE && digitsOf(modifier)) }
    case 'bool':
      return { holds: ['boolean'] }
    case 'timestamptz':
    case 'timestamp':
      return { holds: ['datetime'] }
    case 'json':
    case 'jsonb':
      return { holds: ['json'] }
    default:
      return { holds: [] }
  }
}

/** The scale is a signed number of 11 bits: numeric(3, -2) keeps hundreds. */
function digitsOf(modifier: number): { readonly precision: number; readonly scale: number } {
  const packed = modifier - HEADER
  return { precision: (packed >> 16) & 0xffff, scale: ((packed & 0x7ff) ^ 1024) - 1024 }
}
