import type { TableConfig } from '../config/table-config.ts'
import { show } from '../schema/violations.ts'

const PLACE = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** What a successful call says: the configured text with the values of the input in it. */
export function successMessage(
  { tableName, successMessage }: TableConfig,
  input: Readonly<Record<string, unknown>>,
): string {
  if (successMessage === undefined) return `Successfully inserted row into ${tableName}`
  return successMessage.replaceAll(PLACE, (_, name: string) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    return value === undefined ? '(not given)' : show(value)
  })
}
