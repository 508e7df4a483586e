import type { FieldConfig } from '../config/field-config.ts'
import { type TableConfig, columnOf } from '../config/table-config.ts'
import { loosest } from './loosest.ts'

/** A table that takes whatever all of its tools allow. */
export interface TableDesign {
  readonly name: string
  readonly columns: readonly ColumnDesign[]
  /** In the names of columns. */
  readonly uniques: readonly (readonly string[])[]
}

export interface ColumnDesign {
  readonly name: string
  readonly field: FieldConfig
  /** Every tool gives a value in every call. */
  readonly notNull: boolean
}

/** One design for each table: several tools may insert into the same. */
export function tableDesigns(tables: readonly TableConfig[]): readonly TableDesign[] {
  const names = [...new Set(tables.map(({ tableName }) => tableName))]
  return names.map((name) =>
    designOf(
      name,
      tables.filter(({ tableName }) => tableName === name),
    ),
  )
}

function designOf(name: string, tools: readonly TableConfig[]): TableDesign {
  const fields = new Map<string, FieldConfig[]>()
  for (const tool of tools) {
    for (const field of tool.fields) {
      const column = columnOf(tool, field.name)
      fields.set(column, [...(fields.get(column) ?? []), field])
    }
  }
  const uniques = tools.flatMap((tool) =>
    (tool.constraints?.unique ?? []).map((unique) => unique.map((field) => columnOf(tool, field))),
  )
  return {
    name,
    columns: [...fields].flatMap(([column, [first, ...others]]) => {
      if (first === undefined) return []
      const notNull = others.length + 1 === tools.length && [first, ...others].every(isAlwaysGiven)
      return [{ name: column, field: others.reduce(loosest, first), notNull }]
    }),
    uniques: [...new Map(uniques.map((unique) => [JSON.stringify(unique), unique])).values()],
  }
}

function isAlwaysGiven({ required, defaultValue }: FieldConfig): boolean {
  return required || defaultValue !== undefined
}
