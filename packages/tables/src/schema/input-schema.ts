import { z } from 'zod'
import type { TableConfig } from '../config/table-config.ts'
import { fieldSchema } from './field-schema.ts'

/** What the tool of a table takes: its fields, and nothing else. */
export function inputSchema({ fields }: TableConfig): z.ZodObject {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])))
}
