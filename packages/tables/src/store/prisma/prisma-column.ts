import type { DataType } from '../../config/field-config.ts'
import { attributeOf, mappedName, written } from './prisma-attributes.ts'
import type { SchemaAttribute, SchemaLine } from './prisma-schema.ts'
import type { ColumnInfo } from '../table-info.ts'

/** Values of an enum in the database, each with its name in the client. */
export type EnumNames = ReadonlyMap<string, string>

const HOLDS: Readonly<Record<string, readonly DataType[]>> = {
  String: ['text', 'enum'],
  Int: ['integer'],
  BigInt: ['integer'],
  Float: ['numeric', 'integer'],
  Decimal: ['numeric', 'integer'],
  Boolean: ['boolean'],
  DateTime: ['datetime'],
  Json: ['json'],
}

/** Types of databases that hold less than the type of Prisma does. */
const NATIVE_HOLDS: Readonly<Record<string, readonly DataType[]>> = {
  Bit: [],
  VarBit: [],
  Date: [],
  Time: [],
  Timetz: [],
  Year: [],
  Money: [],
  SmallMoney: [],
  Real: ['numeric'],
}

const INT_RANGE = [-(2 ** 31), 2 ** 31 - 1] as const
const NATIVE_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  SmallInt: [-(2 ** 15), 2 ** 15 - 1],
  MediumInt: [-(2 ** 23), 2 ** 23 - 1],
  UnsignedTinyInt: [0, 255],
  UnsignedSmallInt: [0, 2 ** 16 - 1],
  UnsignedMediumInt: [0, 2 ** 24 - 1],
  UnsignedInt: [0, 2 ** 32 - 1],
  Oid: [0, 2 ** 32 - 1],
}

/** What the schema says of a field's column. */
export function prismaColumn(line: SchemaLine, enums: ReadonlyMap<string, EnumNames>): ColumnInfo {
  const [name = '', type = '', ...modifiers] = line.words
  const native = line.attributes.find((attribute) => attribute.name.includes('.'))
  const isList = modifiers.includes('[')
  const enumNames = enums.get(type)
  const isKnown = !isList && attributeOf(line, 'ignore') === undefined
  return {
    name: mappedName(line, name),
    type:
      [type, ...modifiers.filter((word) => word !== '?')].join('') +
      (native === undefined ? '' : ` ${nativeType(native)}`),
    holds: isKnown ? holdsOf(type, nativeName(native), enumNames) : [],
    nullable: modifiers.at(-1) === '?' || isList,
    hasDefault: isList || ['default', 'updatedAt'].some((attribute) => attributeOf(line, attribute) !== undefined),
    generated: false,
    needsUuid: false,
    ...limitsOf(type, native),
    ...(enumNames !== undefined && { enumValues: [...enumNames.keys()] }),
  }
}

function holdsOf(type: string, native: string, enumNames: EnumNames | undefined): readonly DataType[] {
  if (enumNames !== undefined) return ['enum']
  const holds = HOLDS[type] ?? []
  return type !== 'Boolean' ? (NATIVE_HOLDS[native] ?? holds) : holds
}

function limitsOf(
  type: string,
  native: SchemaAttribute | undefined,
): Pick<ColumnInfo, 'maxLength' | 'precision' | 'scale' | 'min' | 'max'> {
  const [first, second] = (native?.arguments ?? []).map(({ value }) => Number(value))
  if (type === 'Int') {
    const [min, max] = NATIVE_RANGES[nativeName(native)] ?? INT_RANGE
    return { min, max }
  }
  if (first === undefined || !Number.isInteger(first)) return {}
  if (type === 'String') return { maxLength: first }
  return type === 'Decimal' ? { precision: first, scale: second ?? 0 } : {}
}

/** `VarChar` of `@db.VarChar(50)`: before the dot is the name of the datasource. */
function nativeName(native: SchemaAttribute | undefined): string {
  return native?.name.split('.').at(-1) ?? ''
}

function nativeType({ name, arguments: given }: SchemaAttribute): string {
  return `@${name}${given.length === 0 ? '' : `(${given.map(({ value }) => written(value)).join(', ')})`}`
}
