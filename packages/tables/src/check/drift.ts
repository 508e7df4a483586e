/** How a configuration and a database can differ. @internal */
export const DRIFT_CODES = [
  'table_not_found',
  'column_not_found',
  'column_generated',
  'column_not_covered',
  'type_mismatch',
  'null_refused',
  'enum_value_refused',
  'enum_value_unused',
  'length',
  'range',
  'precision',
  'scale',
  'unique_missing',
  'condition_not_compared',
] as const
export type DriftCode = (typeof DRIFT_CODES)[number]

/** A difference between the configuration and the database, and what to do about it. */
export interface Drift extends Finding {
  readonly toolId: string
  readonly tableName: string
  readonly field?: string
  readonly column?: string
}

/** What is found about one field and its column. */
export interface Finding {
  readonly code: DriftCode
  /** `error`: calls that the configuration allows would fail, or be stored as something else. */
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly fix: string
}
