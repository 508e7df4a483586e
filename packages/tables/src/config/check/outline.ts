import { isRecord } from '@surety/tool-contracts/tools'
import type { Path } from '../fault.ts'
import { FieldConfig } from '../field-config.ts'

/** What can be read of a table, however much of it is wrong: so that one look finds all problems. */
export interface TableOutline {
  readonly path: Path
  readonly toolId: string | undefined
  readonly fields: readonly FieldOutline[]
  /** Undefined where a name cannot be read: nobody knows then who refers to it. */
  readonly fieldNames: readonly string[] | undefined
  readonly columnMappings: ReadonlyMap<string, string>
  readonly unique: readonly (readonly Named[])[]
  readonly successMessage: string | undefined
}

interface Named {
  readonly path: Path
  readonly name: string
}

export interface FieldOutline extends Named {
  readonly isSensitive: boolean
  /** Undefined where it is wrong. */
  readonly config: FieldConfig | undefined
}

export function outline(root: unknown): readonly TableOutline[] {
  const tables = isRecord(root) ? listOf(root['tables']) : []
  return tables.map((table, index) => outlineTable(isRecord(table) ? table : {}, ['tables', index]))
}

function outlineTable(table: Readonly<Record<string, unknown>>, path: Path): TableOutline {
  const entries = listOf(table['fields'])
  const fields = entries.flatMap((field, index) => outlineField(field, [...path, 'fields', index]))
  const { constraints } = table
  const unique = isRecord(constraints) ? listOf(constraints['unique']) : []
  const isComplete = entries.length > 0 && fields.length === entries.length
  return {
    path,
    toolId: textOf(table['toolId']),
    fields,
    fieldNames: isComplete ? fields.map(({ name }) => name) : undefined,
    columnMappings: textsOf(table['columnMappings']),
    unique: unique.map((group, index) => namesIn(group, [...path, 'constraints', 'unique', index])),
    successMessage: textOf(table['successMessage']),
  }
}

function outlineField(field: unknown, path: Path): readonly FieldOutline[] {
  const name = isRecord(field) ? textOf(field['name']) : undefined
  if (name === undefined || !isRecord(field)) return []
  return [{ path, name, isSensitive: field['sensitive'] === true, config: FieldConfig.safeParse(field).data }]
}

function namesIn(group: unknown, path: Path): readonly Named[] {
  return listOf(group).flatMap((name, index) => (typeof name === 'string' ? [{ path: [...path, index], name }] : []))
}

function textsOf(value: unknown): ReadonlyMap<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : []
  return new Map(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : [])))
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
