import { toJSONSchema } from 'zod'
import { ToolExecutionResult } from '../execute/result.ts'

type ObjectSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' }

/** The JSON Schema of what a table's tool answers: success and failure, since clients validate both. */
export function publishedResult(): ObjectSchema {
  return { ...toJSONSchema(ToolExecutionResult, { io: 'output' }), type: 'object' }
}
