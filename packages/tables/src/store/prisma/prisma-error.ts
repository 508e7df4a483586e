import { z } from 'zod'

const text = z.string().optional().catch(undefined)
const texts = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .optional()
  .catch(undefined)

const DriverCause: z.ZodType<DriverCause | undefined> = z
  .object({
    kind: text,
    originalCode: text,
    originalMessage: text,
    column: text,
    constraint: z.object({ fields: texts, index: text }).optional().catch(undefined),
  })
  .optional()
  .catch(undefined)

const meta = z
  .object({
    driverAdapterError: z.object({ cause: DriverCause }).optional().catch(undefined),
    target: texts,
    constraint: texts,
    column: text,
    column_name: text,
    field_name: text,
  })
  .optional()
  .catch(undefined)

/** What there is to read in whatever a client throws. Prisma 6 throws the driver adapter's error itself where it has no code for it. */
export const PrismaError: z.ZodType<PrismaError> = z
  .object({ name: text, message: z.string().catch(''), code: text, errorCode: text, cause: DriverCause, meta })
  .transform(({ name, message, code, errorCode, cause, meta: { driverAdapterError, ...found } = {} }) => ({
    name,
    message,
    code: code ?? errorCode,
    driverCause: driverAdapterError?.cause ?? cause,
    /** Names of columns, fields or constraints, in the words of the query engine of Prisma 6. */
    names: [
      ...(found.target ?? []),
      ...(found.constraint ?? []),
      found.column,
      found.column_name,
      found.field_name,
    ].map((text) => text?.replace(/ \(index\)$/, '')),
  }))

/** What the driver adapter tells of the database's error. */
export interface DriverCause {
  readonly kind?: string | undefined
  readonly originalCode?: string | undefined
  readonly originalMessage?: string | undefined
  readonly column?: string | undefined
  readonly constraint?:
    | { readonly fields?: readonly string[] | undefined; readonly index?: string | undefined }
    | undefined
}

export interface PrismaError {
  readonly name: string | undefined
  readonly message: string
  readonly code: string | undefined
  readonly driverCause: DriverCause | undefined
  readonly names: readonly (string | undefined)[]
}
