import { inspect } from 'node:util'
import type { Handler } from '@surety/tool-contracts'
import type { TableConfig } from '../config/table-config.ts'
import type { FieldValue, RowId, TableStore } from '../store/table-store.ts'
import type { AuditEvent } from './audit-event.ts'
import { Inserts } from './inserts.ts'
import type { ToolExecutionResult } from './result.ts'
import { rowOf } from './row-of.ts'
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
    let id: RowId
    try {
      id = await inserts.insert(rowOf(table, input))
    } catch (error) {
      throw toolFailure(table, error)
    }
    context.record({ kind: 'insert', target: id === undefined ? tableName : `${tableName}/${id}` })
    if (audit !== undefined && table.audit !== false) {
      const { principal: actor, traceId, stepId } = context
      const timestamp = new Date().toISOString()
      const rowId = id === undefined || isSensitive(table, input, id) ? {} : { rowId: id }
      tell(audit, { toolId, actor, timestamp, ...rowId, tableName, traceId, stepId })
    }
    const message = successMessage(table, input)
    return { success: true, data: { ...(id !== undefined && { id }), rowCount: 1, message } }
  }
}

/** Is the row's key the value of a sensitive field? A database may write it in lower case. */
function isSensitive({ fields }: TableConfig, input: Input, id: string): boolean {
  return fields.some(({ name, sensitive }) => {
    const value = input[name]
    return sensitive === true && typeof value !== 'object' && String(value).toLowerCase() === id.toLowerCase()
  })
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
