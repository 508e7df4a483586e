import type { PrismaError } from './prisma-error.ts'
import type { PrismaModel } from './prisma-model.ts'
import type { FailureKind } from '../store-failure.ts'
import type { ConstraintInfo } from '../table-info.ts'

/** The columns that an error is about, by the database's names; none where it does not tell for certain. */
export function failedColumns(kind: FailureKind, error: PrismaError, model: PrismaModel): readonly string[] {
  const { table } = model
  if (kind === 'unique') return columnsNamed(error, table.uniques, model)
  if (kind === 'foreign_key') return columnsNamed(error, table.foreignKeys, model)
  if (kind === 'check') return columnsNamed(error, namedAfterColumns(model), model)
  if (kind !== 'not_null' && kind !== 'column_not_found' && kind !== 'too_long' && kind !== 'invalid_value') return []
  const column = [...namesIn(error), ...argumentsIn(error)].map((name) => columnOf(name, model)).find((name) => name)
  return column === undefined ? [] : [column]
}

/** The columns of the constraint, or all that are listed by name. */
function columnsNamed(error: PrismaError, known: readonly ConstraintInfo[], model: PrismaModel): readonly string[] {
  const names = namesIn(error)
  const constraint = known.find(({ name }) => name !== undefined && names.includes(name))
  if (constraint !== undefined) return constraint.columns
  const listed =
    error.driverCause?.constraint?.fields?.map(unquoted) ?? error.names.filter((name) => name !== undefined)
  const columns = listed.map((name) => columnOf(name, model)).filter((name) => name !== undefined)
  return columns.length === listed.length ? columns : []
}

/** PostgreSQL names a check of one column after it, where nobody gives a name; the schema knows no checks. */
function namedAfterColumns({ table }: PrismaModel): readonly ConstraintInfo[] {
  return [...table.columns.keys()].map((column) => ({ name: `${table.name}_${column}_check`, columns: [column] }))
}

/** What the error names, the surest first. Of the database's message only what is about names: a value could look like one. */
function namesIn({ driverCause, names }: PrismaError): readonly string[] {
  const { constraint, column, originalMessage = '', originalCode = '' } = driverCause ?? {}
  const quoted = /^(23|42)/.test(originalCode) ? (originalMessage.match(/"(?:[^"]|"")+"/g) ?? []) : []
  const all = [constraint?.index, ...(constraint?.fields ?? []), column, ...names, ...quoted]
  return all.filter((name) => name !== undefined).map(unquoted)
}

/** The field in `Argument `x` is missing.` */
function argumentsIn({ name, message }: PrismaError): readonly string[] {
  if (name !== 'PrismaClientValidationError') return []
  return [...message.matchAll(/(?:[Aa]rgument|field) `(\w+)`/g)].map(([, argument = '']) => argument)
}

function columnOf(name: string, { table, fields }: PrismaModel): string | undefined {
  if (table.columns.has(name)) return name
  return [...fields].find(([, field]) => field.name === name)?.[0]
}

function unquoted(name: string): string {
  return name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}
