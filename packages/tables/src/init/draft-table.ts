import type { FieldConfig } from '../config/field-config.ts'
import { TableConfig } from '../config/table-config.ts'
import { readChecks } from '../store/conditions/read-checks.ts'
import type { ColumnInfo, ConstraintInfo, TableInfo } from '../store/table-info.ts'
import { draftField } from './draft-field.ts'
import { fieldNames, freeName, shown, words } from './names.ts'

export interface DraftTable {
  /** Undefined where no tool can insert into the table. */
  readonly config: TableConfig | undefined
  /** What the configuration does not say; or why there is none. */
  readonly notes: readonly string[]
  /** By the name of the field. */
  readonly fieldNotes: ReadonlyMap<string, string>
}

const MAX_TOOL_ID = 64
const MAX_COLUMN = 63

/** The configuration of a tool that inserts into the table; takes its id from those that are free. */
export function draftTable(table: TableInfo, takenIds: Set<string>): DraftTable {
  const place = `Table '${shown(table.name)}'`
  if (!isTableName(table.name)) {
    return leftOut(`${place} is left out: only names in snake_case of at most 63 characters can be configured.`)
  }
  const columns = [...table.columns.values()].filter((column) => !fillsItself(column, table))
  const names = fieldNames(columns.map(({ name }) => name))
  const checks = readChecks(table)
  const notes: string[] = keyNotes(table)
  const fields = new Map<string, FieldConfig>()
  const fieldNotes = new Map<string, string>()

  for (const column of columns) {
    const name = names.get(column.name) ?? column.name
    const drafted = isMappable(column.name)
      ? draftField(name, column, checks.columns.get(column.name) ?? {}, isRequired(column, table))
      : { field: undefined, note: 'its name cannot be configured' }
    if (drafted.field === undefined) notes.push(columnNote(column, drafted.note))
    if (drafted.field !== undefined) fields.set(column.name, drafted.field)
    if (drafted.field !== undefined && drafted.note !== undefined) {
      fieldNotes.set(name, `Column '${shown(column.name)}': ${drafted.note}.`)
    }
  }
  notes.push(
    ...checks.others.map(
      ({ expression }) =>
        `CHECK (${shown(expression)}) cannot be expressed here: only the database refuses rows that break it.`,
    ),
  )
  if (fields.size === 0) return leftOut(`${place} is left out: none of its columns can be filled by a field.`, ...notes)

  const uniques = uniquesOf(table, fields)
  notes.push(...uniques.notes)
  const mapped = [...fields].filter(([column, { name }]) => column !== name)
  const config: TableConfig = {
    tableName: table.name,
    toolId: freeName(`add-${table.name.replaceAll('_', '-')}`, MAX_TOOL_ID, '-', takenIds),
    displayName: words(table.name),
    description: `Adds one row to the table ${table.name}.`,
    fields: [...fields.values()],
    ...(mapped.length > 0 && {
      columnMappings: Object.fromEntries(mapped.map(([column, { name }]) => [name, column])),
    }),
    ...(uniques.unique.length > 0 && { constraints: { unique: uniques.unique } }),
  }
  return { config, notes, fieldNotes }
}

function isTableName(tableName: string): boolean {
  const field = { name: 'a', label: 'A', required: true, dataType: 'boolean' }
  const rest = { toolId: 'a', displayName: 'A', description: 'Adds one row.', fields: [field] }
  return TableConfig.safeParse({ tableName, ...rest }).success
}

function leftOut(...notes: readonly string[]): DraftTable {
  return { config: undefined, notes, fieldNotes: new Map() }
}

function fillsItself(column: ColumnInfo, { idColumn }: TableInfo): boolean {
  return column.generated || (column.name === idColumn && (column.hasDefault || column.needsUuid))
}

/** SQLite would store a key that is null. */
function isRequired(column: ColumnInfo, { idColumn }: TableInfo): boolean {
  return !column.hasDefault && (!column.nullable || column.name === idColumn)
}

function isMappable(column: string): boolean {
  return column.length > 0 && column.length <= MAX_COLUMN
}

/** A key called `id` is no caller's business; others may be. */
function keyNotes({ columns, idColumn }: TableInfo): string[] {
  if (idColumn === undefined || idColumn === 'id' || columns.get(idColumn)?.needsUuid !== true) return []
  return [`Key '${shown(idColumn)}' is filled with a new UUID. Add a field for it if callers are to choose it.`]
}

function columnNote({ name, type, nullable, hasDefault }: ColumnInfo, reason = ''): string {
  const note = `Column '${shown(name)}' (${shown(type)}) is left out: ${reason}.`
  return nullable || hasDefault ? note : `${note} It must have a value: inserts will fail until it has a default.`
}

/** In the names of fields; the key `id` is unique anyway. */
function uniquesOf(
  { uniques, idColumn }: TableInfo,
  fields: ReadonlyMap<string, FieldConfig>,
): { readonly unique: string[][]; readonly notes: readonly string[] } {
  const unique: string[][] = []
  const notes: string[] = []
  for (const constraint of uniques) {
    const [first, ...others] = constraint.columns
    if (others.length === 0 && (first === 'id' || (first === idColumn && !fields.has(first ?? '')))) continue
    const names = constraint.columns.flatMap((column) => fields.get(column)?.name ?? [])
    if (constraint.partial === true || names.length < constraint.columns.length) notes.push(uniqueNote(constraint))
    else if (!unique.some((known) => known.join() === names.join())) unique.push(names)
  }
  return { unique, notes }
}

function uniqueNote({ name, columns, partial }: ConstraintInfo): string {
  const which = name === undefined ? `(${shown(columns.join(', '))})` : `'${shown(name)}'`
  const why =
    partial === true
      ? 'it covers only some rows, or values computed from columns'
      : 'not all of its columns have a field'
  return `Unique ${which} cannot be expressed here: ${why}.`
}
