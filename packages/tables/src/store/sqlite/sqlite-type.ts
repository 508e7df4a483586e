import { DATA_TYPES } from '../../config/field-config.ts'
import type { ColumnInfo } from '../table-info.ts'

type ColumnType = Pick<ColumnInfo, 'holds' | 'maxLength' | 'precision' | 'scale'>

/** What common names promise, where SQLite itself knows only that they are numeric. */
const BY_NAME: Readonly<Record<string, ColumnType>> = {
  BOOL: { holds: ['boolean'] },
  BOOLEAN: { holds: ['boolean'] },
  DATETIME: { holds: ['datetime'] },
  TIMESTAMP: { holds: ['datetime'] },
  TIMESTAMPTZ: { holds: ['datetime'] },
  'TIMESTAMP WITH TIME ZONE': { holds: ['datetime'] },
  'TIMESTAMP WITHOUT TIME ZONE': { holds: ['datetime'] },
  JSON: { holds: ['json'] },
  JSONB: { holds: ['json'] },
  UUID: { holds: ['text'], maxLength: 36 },
  GUID: { holds: ['text'], maxLength: 36 },
}

const NUMERIC = ['NUMERIC', 'DECIMAL', 'DEC', 'NUMBER']
const TYPE = /^\s*([^(]*?)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?\s*$/

/** What a column of this declared type can hold; by SQLite's rules of affinity, where the name alone does not say. */
export function sqliteType(declared: string, strict: boolean): ColumnType {
  const [, written = declared, first, second] = TYPE.exec(declared) ?? []
  const name = written.toUpperCase().replaceAll(/\s+/g, ' ')
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
  if (known !== undefined) return known
  if (name === '' || (strict && name === 'ANY')) return { holds: DATA_TYPES }
  if (name.includes('INT')) return { holds: ['integer', 'boolean'] }
  if (['CHAR', 'CLOB', 'TEXT'].some((part) => name.includes(part))) {
    return { holds: ['text', 'enum', 'datetime', 'json'], ...(first !== undefined && { maxLength: Number(first) }) }
  }
  if (['REAL', 'FLOA', 'DOUB'].some((part) => name.includes(part))) return { holds: ['numeric', 'integer'] }
  if (!NUMERIC.includes(name)) return { holds: [] }
  if (first === undefined) return { holds: ['numeric', 'integer'] }
  return { holds: ['numeric', 'integer'], precision: Number(first), scale: Number(second ?? 0) }
}
