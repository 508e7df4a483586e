import { inspect } from 'node:util'
import type { Handler } from '@surety/tool-contracts'
import { type TableConfig, columnOf } from '../config/table-config.ts'
import type { FieldValue, TableStore } from '../store/table-store.ts'
import type { AuditEvent } from './audit-event.ts'
import { Inserts, type StoredKey } from './inserts.ts'
import type { ToolExecutionResult } from './result.ts'
import { type FilledRow, rowOf } from './row-of.ts'
import { successMessage } from './success-message.ts'
import { toolFailure } from './tool-failure.ts'

type Input = Readonly<Record<string, FieldValue | undefined>>

/** What a table's tool does with a validated input: maps fields to columns, inserts the row, tells of it. */
export function handlerOf(
  table: TableConfig,
  store: TableStore,
  audit: ((event: AuditEvent) => void) | undefined,
): Handler<Input, ToolExecutionResult> {
  const { toolId, tableName } = table
  const inserts = new Inserts(table, store)
  return async (input, context) => {
    const row = rowOf(table, input)
    let stored: StoredKey
    try {
      stored = await inserts.insert(row, context)
    } catch (error) {
      throw toolFailure(table, error)
    }
    const { id, idColumn } = stored
    const isSecret = isSensitive(table, idColumn)
    if (isSecret) context.conceal(id)
    const shownId = isSecret ? undefined : id
    context.record({ kind: 'insert', target: shownId === undefined ? tableName : `${tableName}/${shownId}` })
    if (audit !== undefined && table.audit !== false) {
      const { principal: actor, traceId, stepId } = context
      const timestamp = new Date().toISOString()
      const rowId = shownId === undefined ? {} : { rowId: shownId }
      tell(audit, { toolId, actor, timestamp, ...rowId, tableName, traceId, stepId })
    }
    const message = successMessage(table, { ...valuesOf(row), ...input })
    return { success: true, data: { ...(id !== undefined && { id }), rowCount: 1, message } }
  }
}

/** By field; a default of `now` is among them. */
function valuesOf({ columns, values }: FilledRow): Readonly<Record<string, FieldValue | undefined>> {
  return Object.fromEntries(columns.map(({ field }, index) => [field.name, values[index]]))
}

/** Is the row's key kept in the column of a sensitive field? Its value may be stored otherwise than it was sent. */
function isSensitive(table: TableConfig, idColumn: string | undefined): boolean {
  return table.fields.some(({ name, sensitive }) => sensitive === true && columnOf(table, name) === idColumn)
}

/** The row is stored: a listener that throws or rejects must neither make its caller believe otherwise nor end the process. */
function tell(audit: (event: AuditEvent) => unknown, event: AuditEvent): void {
  const warn = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : inspect(error)
    process.emitWarning(`The audit event of step ${event.stepId} was not taken: ${reason}`, 'SuretyWarning')
  }
  try {
    Promise.resolve(audit(event)).catch(warn)
  } catch (error) {
    warn(error)
  }
}
