import { isRecord, suggestion } from '@surety/tool-contracts/tools'
import type { Path } from '../fault.ts'
import { DATA_TYPES, type DataType, fieldKeys } from '../field-config.ts'
import { CONFIGURATION_KEYS, TABLE_KEYS } from '../table-config.ts'

/** A mapping of a configuration: how sentences call it, and the keys that it may have. */
export interface KnownMapping {
  readonly name: string
  readonly keys: readonly string[]
}

export function mappingAt(path: Path, value: unknown): KnownMapping {
  if (path.length === 0) return { name: 'the configuration', keys: CONFIGURATION_KEYS }
  if (path.length === 2) return { name: 'a table', keys: TABLE_KEYS }
  if (path.at(-1) === 'constraints') return { name: "'constraints'", keys: ['unique'] }
  const dataType = isRecord(value) ? dataTypeOf(value['dataType']) : undefined
  if (dataType === undefined) return { name: 'a field', keys: ALL_FIELD_KEYS }
  const article = /^[aeiou]/.test(dataType) ? 'an' : 'a'
  return { name: `${article} ${dataType} field`, keys: fieldKeys(dataType) }
}

const ALL_FIELD_KEYS: readonly string[] = [...new Set(DATA_TYPES.flatMap(fieldKeys))]

function dataTypeOf(value: unknown): DataType | undefined {
  return DATA_TYPES.find((dataType) => dataType === value)
}

/** Which key was probably meant, or which there are. */
export function keyAdvice(key: string, { keys }: KnownMapping): string {
  if (key === '<<') return ' Merge keys are not supported: write the keys out.'
  const meant = KEYS_ELSEWHERE.get(key.toLowerCase())
  if (meant !== undefined && keys.includes(meant)) return ` Did you mean '${meant}'?`
  return suggestion(key, keys) || ` Allowed: ${keys.join(', ')}.`
}

/** Which data type was probably meant. */
export function dataTypeAdvice(value: unknown): string {
  if (typeof value !== 'string') return ''
  const meant = TYPES_ELSEWHERE.get(value.toLowerCase())
  return meant === undefined ? suggestion(value, DATA_TYPES) : ` Did you mean '${meant}'?`
}

/** How others call our keys. */
const KEYS_ELSEWHERE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    default: 'defaultValue',
    enum: 'enumValues',
    id: 'toolId',
    mappings: 'columnMappings',
    optional: 'required',
    options: 'enumValues',
    secret: 'sensitive',
    table: 'tableName',
    title: 'displayName',
    tool: 'toolId',
    type: 'dataType',
    values: 'enumValues',
  }),
)

/** How others call our data types. */
const TYPES_ELSEWHERE: ReadonlyMap<string, DataType> = new Map(
  Object.entries<DataType>({
    bigint: 'integer',
    bool: 'boolean',
    date: 'datetime',
    decimal: 'numeric',
    double: 'numeric',
    float: 'numeric',
    int: 'integer',
    jsonb: 'json',
    number: 'numeric',
    object: 'json',
    real: 'numeric',
    string: 'text',
    timestamp: 'datetime',
    timestamptz: 'datetime',
    uuid: 'text',
    varchar: 'text',
  }),
)
