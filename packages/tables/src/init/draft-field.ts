import type { DataType, FieldConfig } from '../config/field-config.ts'
import type { CheckedColumn } from '../store/conditions/checked-column.ts'
import { inclusiveLimits, numberLimits } from '../store/number-limits.ts'
import type { ColumnInfo } from '../store/table-info.ts'
import { words } from './names.ts'

type Checked = Omit<CheckedColumn, 'column'>
type Common = Pick<FieldConfig, 'name' | 'label' | 'required'>

export interface DraftField {
  /** Undefined where no field can be stored in the column. */
  readonly field: FieldConfig | undefined
  /** What the field does not say; or why there is none. */
  readonly note?: string
}

const UUID_LENGTH = 36

/** A field for the column that allows what the column takes, and nothing else as far as a configuration can say so. */
export function draftField(name: string, column: ColumnInfo, checked: Checked, required: boolean): DraftField {
  const common = { name, label: words(column.name).slice(0, 150), required }
  const dataType = dataTypeOf(column, checked)
  switch (dataType) {
    case undefined:
      return { field: undefined, note: 'no field can hold its type' }
    case 'text':
      return draftText(common, column, checked)
    case 'enum':
      return draftEnum(common, column, checked)
    case 'integer':
    case 'numeric':
      return draftNumber(common, dataType, column, checked)
    case 'boolean':
    case 'datetime':
    case 'json':
      return { field: { ...common, dataType } }
  }
}

function dataTypeOf({ holds, enumValues }: ColumnInfo, { format, values }: Checked): DataType | undefined {
  if (format !== undefined) return format
  if (enumValues !== undefined) return 'enum'
  if (values?.every((value) => typeof value === 'string') === true && holds.includes('enum')) return 'enum'
  const isBoolean = values?.length === 2 && values.includes(0) && values.includes(1)
  return isBoolean && holds.includes('boolean') ? 'boolean' : holds[0]
}

function draftText(common: Common, column: ColumnInfo, checked: Checked): DraftField {
  const isUuid = column.holds.length === 1
  const minLength = Math.max(checked.minLength ?? 0, isUuid ? UUID_LENGTH : 0)
  const maxLength = Math.min(column.maxLength ?? Infinity, checked.maxLength ?? Infinity)
  if (maxLength < Math.max(minLength, 1)) return impossible
  return {
    field: {
      ...common,
      ...(isUuid && { label: `${common.label} (a UUID)` }),
      dataType: 'text',
      ...(minLength > 0 && { minLength }),
      ...(maxLength < Infinity && { maxLength }),
    },
  }
}

function draftEnum(common: Common, { enumValues, maxLength }: ColumnInfo, checked: Checked): DraftField {
  const texts = checked.values?.filter((value) => typeof value === 'string')
  const listed = enumValues?.filter((value) => texts?.includes(value) ?? true) ?? texts ?? []
  const most = Math.min(maxLength ?? Infinity, checked.maxLength ?? Infinity)
  const usable = [...new Set(listed)].filter((value) => {
    const length = Array.from(value).length
    return length >= Math.max(checked.minLength ?? 0, 1) && length <= most
  })
  if (usable.length === 0) return impossible
  const field: FieldConfig = { ...common, dataType: 'enum', enumValues: usable }
  return listed.includes('') ? { field, note: 'the database also takes the empty text' } : { field }
}

function draftNumber(
  common: Common,
  dataType: 'integer' | 'numeric',
  column: ColumnInfo,
  checked: Checked,
): DraftField {
  const digits = dataType === 'numeric' ? digitsOf(column) : {}
  if (digits === undefined) return { field: undefined, note: 'no field can say its precision and scale' }
  const numbers = dataType === 'integer' ? 'integers' : { scale: column.scale }
  const { min = -Infinity, max = Infinity } = inclusiveLimits(numberLimits(column, checked), numbers)
  const [lowest, highest] = dataType === 'integer' ? SAFE : FINITE
  if (min > max || min > highest || max < lowest) return impossible
  const field: FieldConfig = {
    ...common,
    dataType,
    ...(Number.isFinite(min) && { min: Math.max(min, lowest) }),
    ...(Number.isFinite(max) && { max: Math.min(max, highest) }),
    ...digits,
  }
  return checked.values === undefined
    ? { field }
    : { field, note: `the database takes only ${checked.values.join(', ')}` }
}

const SAFE = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const
const FINITE = [-Infinity, Infinity] as const

/** Undefined where a configuration cannot say it. */
function digitsOf({ precision, scale }: ColumnInfo): { precision?: number; scale?: number } | undefined {
  if (precision === undefined || scale === undefined) return {}
  if (scale < 0 || scale > precision || precision === 0) return undefined
  return { precision, ...(scale > 0 && { scale }) }
}

const impossible: DraftField = { field: undefined, note: 'its conditions leave no value that a field can have' }
