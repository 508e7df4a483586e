import { argumentOf, attributeOf, fieldsOf, mappedName, textArgumentOf } from './prisma-attributes.ts'
import { prismaColumn, type EnumNames } from './prisma-column.ts'
import type { SchemaAttribute, SchemaBlock, SchemaLine } from './prisma-schema.ts'
import { idColumnOf, needsUuid } from '../row-key.ts'
import type { ConstraintInfo, TableInfo } from '../table-info.ts'

/** Longest name of a constraint; Prisma cuts longer ones before their ending. */
const MAX_NAME_LENGTH = 63

/** What a model of the schema says of its table. `columns` has the column of each field that is no relation. */
export function prismaTable(
  model: SchemaBlock,
  columns: ReadonlyMap<string, string>,
  enums: ReadonlyMap<string, EnumNames>,
): TableInfo {
  const block = { attributes: model.lines.filter(({ words }) => words.length === 0).flatMap((line) => line.attributes) }
  const fields = model.lines.filter(({ words: [field = ''] }) => columns.has(field))
  const name = mappedName(block, model.name)

  function constraint(attribute: SchemaAttribute, names: readonly string[], ending: string): ConstraintInfo {
    const columnNames = names.map((field) => columns.get(field) ?? field)
    const parts = ending === '_pkey' ? [name] : [name, ...columnNames]
    return {
      name: textArgumentOf(attribute, 'map') ?? parts.join('_').slice(0, MAX_NAME_LENGTH - ending.length) + ending,
      columns: columnNames,
    }
  }

  function constraints(attributeName: string, ending: string): readonly ConstraintInfo[] {
    const ofBlock = block.attributes.filter((attribute) => attribute.name === attributeName)
    return [
      ...fields.flatMap((line) => {
        const attribute = attributeOf(line, attributeName)
        return attribute === undefined ? [] : [constraint(attribute, line.words.slice(0, 1), ending)]
      }),
      ...ofBlock.map((attribute) => constraint(attribute, fieldsOf(attribute), ending)),
    ]
  }

  const keys = constraints('id', '_pkey')
  const foreignKeys = model.lines.flatMap((line) => {
    const relation = attributeOf(line, 'relation')
    if (relation === undefined || argumentOf(relation, 'fields') === undefined) return []
    return [constraint(relation, fieldsOf(relation), '_fkey')]
  })
  const infos = fields.map((line) => prismaColumn(line, enums))
  const idColumn = idColumnOf(keys[0]?.columns ?? [], infos)
  return {
    name,
    columns: new Map(infos.map((info) => [info.name, { ...info, needsUuid: needsUuid(info, idColumn, foreignKeys) }])),
    idColumn,
    uniques: [...keys, ...constraints('unique', '_key')],
    foreignKeys,
    checks: [],
  }
}

/** Whether the client makes the value of this field itself, as a random UUID. */
export function hasUuidDefault(line: SchemaLine): boolean {
  const value = argumentOf(attributeOf(line, 'default'))
  if (typeof value !== 'object' || !('call' in value) || value.call !== 'uuid') return false
  return value.arguments.every((argument) => argument.value === '4')
}
