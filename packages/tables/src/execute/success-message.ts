import { fillTemplate } from '../config/success-template.ts'
import type { TableConfig } from '../config/table-config.ts'
import { show } from '../schema/violations.ts'

/** What a successful call says: the configured text with the values of the input in it. */
export function successMessage(
  { tableName, successMessage }: TableConfig,
  input: Readonly<Record<string, unknown>>,
): string {
  if (successMessage === undefined) return `Successfully inserted row into ${tableName}`
  return fillTemplate(successMessage, (name) => (input[name] === undefined ? '(not given)' : show(input[name])))
}
