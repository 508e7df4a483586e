import type { DeclaredToolContract } from '@surety/tool-contracts'
import type { z } from 'zod'
import type { TableConfig } from '../config/table-config.ts'
import type { TableStore } from '../store/table-store.ts'
import { ERROR_CODES } from './failures.ts'
import { ToolExecutionResult } from './result.ts'

/** The contract of a table's tool. */
export function contractOf(table: TableConfig, inputSchema: z.ZodType, { effects }: TableStore): DeclaredToolContract {
  const { fields, constraints } = table
  const uniques = constraints?.unique ?? []
  return {
    toolName: table.toolId,
    title: table.displayName,
    description: table.description,
    inputSchema,
    outputSchema: ToolExecutionResult,
    capabilities: table.capabilities ?? ['CREATE'],
    errorCodes: ERROR_CODES,
    approval: table.approval ?? 'never',
    sensitive: fields.filter(({ sensitive }) => sensitive === true).map(({ name }) => `input.${name}`),
    constraints: [
      'Inserts one row and changes none.',
      ...uniques.map((names) => `No two rows have the same ${names.join(' and ')}.`),
    ],
    ...effects,
  }
}
