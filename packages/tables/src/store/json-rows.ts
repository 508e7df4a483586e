import { z } from 'zod'

/** The rows that a statement gives as one JSON text, each of this shape. */
export function jsonRows<Row extends z.ZodType>(row: Row): z.ZodType<readonly z.output<Row>[]> {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(row))
}
