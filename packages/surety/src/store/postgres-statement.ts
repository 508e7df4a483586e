import { type Table, type Value, onlyRow } from './database.ts'

interface Prepared {
  /** Under which each connection keeps the statement, parsed once. */
  readonly name: string
  readonly text: string
}

const ofMany = new Map<string, Prepared>()
const ofOne = new Map<string, Prepared>()

/** The statement as the driver takes it: the values of an only row are its last parameters, those of many one array for each column. */
export function postgresStatement(
  statement: string,
  parameters: readonly Value[],
  table: Table | undefined,
): Prepared & { readonly values: unknown[] } {
  const isOne = onlyRow(table) !== undefined
  const known = isOne ? ofOne : ofMany
  const prepared = known.get(statement) ?? {
    name: `surety_${isOne ? 'row' : 'rows'}_${known.size}`,
    text: postgresText(statement, parameters.length, table),
  }
  known.set(statement, prepared)
  return { ...prepared, values: [...parameters, ...valuesOf(table)] }
}

function postgresText(statement: string, parameters: number, table: Table | undefined): string {
  return statement
    .replaceAll('{rows}', table === undefined ? '' : rowsText(table, parameters))
    .replaceAll('{now}', '(extract(epoch from clock_timestamp()) * 1000)::bigint')
    .replaceAll('{lock}', 'for update of s')
    .replaceAll('{hold}', 'pg_advisory_xact_lock(hashtextextended(rows.key, 1))')
}

function rowsText(table: Table, parameters: number): string {
  const columns = Object.entries(table.columns).map(([name, type], index) => ({
    name,
    value: `$${parameters + index + 1}::${type}`,
  }))
  if (onlyRow(table) !== undefined)
    return `(select ${columns.map(({ name, value }) => `${value} as ${name}`).join(', ')}) as rows`
  const arrays = columns.map(({ value }) => `${value}[]`)
  return `unnest(${arrays.join(', ')}) as rows(${columns.map(({ name }) => name).join(', ')})`
}

function valuesOf(table: Table | undefined): readonly unknown[] {
  if (table === undefined) return []
  const { columns, rows } = table
  return onlyRow(table) ?? Object.keys(columns).map((_, index) => rows.map((row) => row[index] ?? null))
}
