import type { ExecutionStep } from '@surety/tool-contracts'
import { LOCAL_PRINCIPAL, type StepPage, type StepQuery, unseal } from '@surety/tool-contracts/journal'
import { columnText, type Sql } from './database.ts'

const PAGE = 100
const MAX_PAGE = 1000

interface BodyRow {
  readonly body: string
  readonly hash: string
}

/** A page of one principal's trace, in the order the calls began. */
export async function steps(sql: Sql, query: StepQuery): Promise<StepPage> {
  const { traceId, principal = LOCAL_PRINCIPAL, cursor, limit = PAGE, nested = false, without = [] } = query
  const after = Number(cursor ?? -1)
  const size = Number.isNaN(limit) ? PAGE : Math.min(MAX_PAGE, Math.max(1, Math.floor(limit)))
  const top = nested ? '' : 'and parent_step_id is null'
  const rows = await sql<BodyRow>(
    `select body, hash from surety_steps where trace_id = $1 and principal = $2 and idx > $3 and hash is not null ${top}
       and tool_name not in (select tool_name from {rows}) order by idx limit $4`,
    [columnText(traceId), columnText(principal), Number.isSafeInteger(after) ? after : -1, size + 1],
    { columns: { tool_name: 'text' }, rows: without.map((name) => [columnText(name)]) },
  )
  const page = rows.slice(0, size).map(stepOf)
  const last = page.at(-1)
  return rows.length > page.length && last !== undefined
    ? { steps: page, nextCursor: String(last.index) }
    : { steps: page }
}

/** Every step of a trace, of all principals. */
export async function trace(sql: Sql, traceId: string): Promise<readonly ExecutionStep[]> {
  const rows = await sql<BodyRow>(
    'select body, hash from surety_steps where trace_id = $1 and hash is not null order by principal, idx',
    [columnText(traceId)],
  )
  return rows.map(stepOf)
}

export async function succeeded(sql: Sql, principal: string, traceId: string, toolName: string): Promise<boolean> {
  const [row] = await sql(
    'select 1 as found from surety_steps where trace_id = $1 and principal = $2 and tool_name = $3 and status_code = 200 limit 1',
    [columnText(traceId), columnText(principal), columnText(toolName)],
  )
  return row !== undefined
}

/** The JSON text of an output that was too large to deliver, for the principal whose call gave it. */
export async function withheldOutput(sql: Sql, principal: string, stepId: string): Promise<string | undefined> {
  const [row] = await sql<{ body: string }>('select body from surety_outputs where step_id = $1 and principal = $2', [
    columnText(stepId),
    columnText(principal),
  ])
  return row?.body
}

function stepOf({ body, hash }: BodyRow): ExecutionStep {
  return unseal(body, hash)
}
