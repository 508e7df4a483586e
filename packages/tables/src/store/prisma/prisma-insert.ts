import { randomUUID } from 'node:crypto'
import { isAnswered, prismaFailure } from './prisma-failure.ts'
import type { PrismaField, PrismaModel } from './prisma-model.ts'
import { isMisreadByPrisma, prismaValue } from './prisma-value.ts'
import { insertedId, rowId } from '../row-key.ts'
import { StoreFailure } from '../store-failure.ts'
import { toldById } from '../told-by-id.ts'
import type { FieldValue, Insert, InsertColumn, InsertOne, Row, RowId } from '../table-store.ts'

/** What is called of a model's property of the client. */
interface Delegate {
  readonly create: (request: {
    readonly data: PrismaRow
    readonly select: Readonly<Record<string, true>>
  }) => Promise<PrismaRow | null>
  readonly createManyAndReturn: (request: {
    readonly data: readonly PrismaRow[]
    readonly select: Readonly<Record<string, true>>
  }) => Promise<readonly PrismaRow[]>
}

/** Databases that give back the rows that they stored together. */
const RETURNS_ROWS: ReadonlySet<string> = new Set(['postgresql', 'cockroachdb', 'sqlite'])

type PrismaRow = Readonly<Record<string, unknown>>

/** An insert of these columns through the client's model. Throws StoreFailure where the model lacks one. */
export function prismaInsert(
  client: object,
  model: PrismaModel,
  columns: readonly InsertColumn[],
  provider: string,
): Insert {
  const delegate: unknown = Reflect.get(client, model.property)
  if (!isDelegate(delegate)) throw new StoreFailure('table_not_found')
  const fields = columns.map(({ name }) => fieldOf(model, name))
  const { idColumn = '' } = model.table
  const idField = model.fields.get(idColumn)
  const givesId = columns.some(({ name }) => name === idColumn)
  const makesId = !givesId && model.table.columns.get(idColumn)?.needsUuid === true
  // A client refuses to select nothing.
  const select = { [idField?.name ?? fields[0]?.name ?? '']: true } as const

  function dataOf(row: Row, id: RowId): PrismaRow {
    const values = fields.flatMap((field, index) => {
      const value = row[index]
      return value === undefined ? [] : [[field.name, converted(field, value, columns[index]?.name ?? '')] as const]
    })
    return Object.fromEntries(idField === undefined || id === undefined ? values : [[idField.name, id], ...values])
  }

  const one: InsertOne = async (row) => {
    try {
      const created = await delegate.create({ data: dataOf(row, makesId ? randomUUID() : undefined), select })
      // None where a trigger of the database left the row out.
      if (created === null) throw new StoreFailure('left_out')
      return insertedId(idField === undefined ? {} : { id: created[idField.name] })
    } catch (error) {
      throw prismaFailure(error, model, provider)
    }
  }

  // The client does not promise an order of what it returns: ids are certain only where they are made here.
  const knowsIds = idField === undefined || makesId || (!givesId && idField.hasUuidDefault)
  if (!knowsIds || !RETURNS_ROWS.has(provider)) return { one }

  const many: Insert['many'] = async (rows) => {
    const ids = rows.map(() => (idField === undefined ? undefined : randomUUID()))
    try {
      const data = rows.map((row, index) => dataOf(row, ids[index]))
      const created = await delegate.createManyAndReturn({ data, select })
      return toldById(
        ids,
        created.map((row) => (idField === undefined ? undefined : rowId(row[idField.name]))),
      )
    } catch (error) {
      const failure = prismaFailure(error, model, provider)
      // Where the database did not say that it failed, the rows may be stored: they must not be sent again.
      const isUncertain = failure.kind === 'connection_lost' || (failure.kind === 'unknown' && !isAnswered(error))
      if (!isUncertain) throw failure
      return rows.map(() => ({ ok: false, failure }))
    }
  }

  return { one, many }
}

function fieldOf({ fields }: PrismaModel, column: string): PrismaField {
  const field = fields.get(column)
  if (field === undefined) throw new StoreFailure('column_not_found', [column])
  return field
}

function converted(field: PrismaField, value: FieldValue, column: string): unknown {
  if (field.type === 'Json' && isMisreadByPrisma(value)) throw new StoreFailure('invalid_value', [column])
  return prismaValue(field, value)
}

function isDelegate(value: unknown): value is Delegate {
  if (typeof value !== 'object' || value === null) return false
  return typeof Reflect.get(value, 'create') === 'function'
}
