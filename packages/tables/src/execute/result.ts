import { z } from 'zod'

const ERROR_TYPES = ['VALIDATION_ERROR', 'DATABASE_ERROR', 'CONFIG_ERROR', 'UNKNOWN_ERROR'] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

/** What a table's tool answers, in every case. */
export type ToolExecutionResult = ToolExecutionSuccess | ToolExecutionError

export interface ToolExecutionSuccess {
  readonly success: true
  readonly data: {
    /** The key of the inserted row; absent where the table has none. */
    readonly id?: string | undefined
    readonly rowCount: number
    readonly message: string
  }
}

export interface ToolExecutionError {
  readonly success: false
  readonly error: {
    readonly type: ErrorType
    /** What was wrong and what to do, for the model that made the call. */
    readonly message: string
    readonly details?: ErrorDetails | undefined
  }
}

export interface ErrorDetails {
  readonly field?: string | undefined
  readonly expected?: string | undefined
  readonly received?: string | undefined
  readonly code?: string | undefined
  /** All violations, where there are several; the message names the first. */
  readonly errors?: readonly FieldViolation[] | undefined
  /** What Surety's own refusals tell besides, such as `approvalId`. */
  readonly [more: string]: unknown
}

/** One way in which an input misses its schema. */
export interface FieldViolation {
  readonly field?: string | undefined
  readonly message: string
  readonly expected?: string | undefined
  readonly received?: string | undefined
  readonly code: string
}

const success = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ id: z.string().optional(), rowCount: z.int(), message: z.string() }),
})

const text = z.string().optional()
const violation = z.strictObject({
  field: text,
  message: z.string(),
  expected: text,
  received: text,
  code: z.string(),
})
const details = z.looseObject({
  field: text,
  expected: text,
  received: text,
  code: text,
  errors: z.array(violation).optional(),
})
const failure = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({ type: z.enum(ERROR_TYPES), message: z.string(), details: details.optional() }),
})

export const ToolExecutionResult: z.ZodType<ToolExecutionResult> = z.union([success, failure])
