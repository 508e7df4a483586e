/** A row that was inserted: who did it, when, and through which tool. Values of fields are not in it. */
export interface AuditEvent {
  readonly toolId: string
  readonly actor: string
  /** ISO 8601. */
  readonly timestamp: string
  /** Absent where the table has no key, or its value is that of a sensitive field. */
  readonly rowId?: string
  readonly tableName: string
  readonly traceId: string
  readonly stepId: string
}
