import { z } from 'zod'

export const ERROR_TYPES = ['VALIDATION_ERROR', 'DATABASE_ERROR', 'CONFIG_ERROR', 'UNKNOWN_ERROR'] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

const success = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    /** The key of the inserted row; absent where the table has none. */
    id: z.string().optional(),
    rowCount: z.int(),
    message: z.string(),
  }),
})

const violation = z.strictObject({
  field: z.string().optional(),
  message: z.string(),
  expected: z.string().optional(),
  received: z.string().optional(),
  code: z.string(),
})

const failure = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    type: z.enum(ERROR_TYPES),
    /** What was wrong and what to do, for the model that made the call. */
    message: z.string(),
    details: z
      .looseObject({
        field: z.string().optional(),
        expected: z.string().optional(),
        received: z.string().optional(),
        code: z.string().optional(),
        /** All violations, where there are several; the message names the first. */
        errors: z.array(violation).optional(),
      })
      .optional(),
  }),
})

/** What a table's tool answers, in every case. */
export const ToolExecutionResult = z.union([success, failure])
export type ToolExecutionSuccess = z.output<typeof success>
export type ToolExecutionError = z.output<typeof failure>
export type ToolExecutionResult = ToolExecutionSuccess | ToolExecutionError
export type FieldViolation = z.output<typeof violation>
