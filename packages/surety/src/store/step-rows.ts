import { RowError, columnText, type Sql, type Value } from './database.ts'
import type { UnsealedStep } from './entry.ts'

/** A step as it is stored: a closed one with its place in the writer's chain. */
export interface StepRow {
  readonly step: UnsealedStep
  readonly body: string
  readonly number: number | null
}

export function openRow(step: UnsealedStep, indexes: ReadonlyMap<string, number>): StepRow {
  const placed = { ...step, index: indexes.get(step.stepId) ?? 0 }
  return { step: placed, body: JSON.stringify(placed), number: null }
}

const COLUMNS = {
  step_id: 'text',
  trace_id: 'text',
  principal: 'text',
  idx: 'bigint',
  parent_step_id: 'text',
  tool_name: 'text',
  status_code: 'bigint',
  ended_at: 'bigint',
  number: 'bigint',
  hash: 'text',
  body: 'text',
} as const

const NAMES = Object.keys(COLUMNS).join(', ')
const INSERT = `insert into surety_steps (${NAMES}, writer) select ${NAMES}, $1 from {rows}`

/** One that is told again is there already. */
export async function insertOpened(sql: Sql, writer: string, rows: readonly StepRow[]): Promise<void> {
  if (rows.length === 0) return
  // Without a condition SQLite would take `on conflict` for a part of a join.
  const statement = `${INSERT} where true on conflict (step_id) do nothing`
  await sql(statement, [writer], { columns: COLUMNS, rows: rows.map(columnsOf) })
}

export async function insertClosed(sql: Sql, writer: string, rows: readonly StepRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql(INSERT, [writer], { columns: COLUMNS, rows: rows.map(columnsOf) })
}

export async function closeSteps(sql: Sql, writer: string, rows: readonly StepRow[]): Promise<void> {
  if (rows.length === 0) return
  const updated = await sql(
    `update surety_steps set status_code = rows.status_code, ended_at = rows.ended_at, number = rows.number, hash = rows.hash,
       body = rows.body, writer = $1 from {rows} where surety_steps.step_id = rows.step_id and surety_steps.hash is null
       returning surety_steps.step_id`,
    [writer],
    { columns: COLUMNS, rows: rows.map(columnsOf) },
  )
  if (updated.length !== rows.length) throw new RowError('Somebody else has closed one of these steps.')
}

/** The columns that steps are found by; what counts is the body. */
function columnsOf({ step, body, number }: StepRow): readonly Value[] {
  const { stepId, traceId, principal, index, parentStepId = null, toolName, statusCode, emittedAt, hash } = step
  const isClosed = number !== null
  return [
    stepId,
    columnText(traceId),
    columnText(principal),
    index,
    parentStepId,
    columnText(toolName),
    isClosed ? statusCode : null,
    isClosed ? Date.parse(emittedAt) : null,
    number,
    isClosed ? (hash ?? null) : null,
    body,
  ]
}
