import type { Arbitrary } from 'fast-check'
import type { Json } from '@surety/tool-contracts/tools'
import { fc } from './fast-check.ts'
import { boundaryInputs } from './boundaries.ts'
import { fits } from './fits.ts'
import { narrow, type NoValues, type Wish } from './made.ts'
import { createMaker } from './maker.ts'
import { openSchema } from './schema.ts'
import type { JsonType } from './types.ts'

/** Values of one schema. */
export interface Inputs {
  readonly ok: true
  readonly arbitrary: Arbitrary<Json>
  /** Ordinary ones to begin with: only what is required, then everything. */
  readonly typical: readonly Json[]
  /** So many at most with values at their bounds: all small ends, all large ends, then the others. */
  readonly boundaries: (count: number) => readonly Json[]
}

export interface InputOptions {
  /** The last word on whether a value is valid. */
  readonly validate?: (value: Json) => boolean
  /** What every value must be besides: the arguments of a call are an object. */
  readonly type?: JsonType
}

const ANY: Wish = { keys: 'some', plain: false }
const TYPICAL: readonly Wish[] = [
  { keys: 'required', plain: true },
  { keys: 'all', plain: true },
]

/** Values that satisfy a JSON Schema (draft-07 or 2020-12), or why none can be made. */
export function arbitraryOf(schema: unknown, options: InputOptions = {}): Inputs | NoValues {
  const opened = openSchema(schema)
  if (!opened.ok) return opened
  const { validate, type } = options
  const schemas = type === undefined ? [opened.root.schema] : [opened.root.schema, { type }]
  const make = createMaker(opened.root)
  const made = make(schemas, ANY)
  if (!made.ok) return made
  const valid = validate === undefined ? made : narrow(made, validate)
  if (!valid.ok) return valid
  const typical = TYPICAL.map((wish) => make(schemas, wish))
    .flatMap((made) => (made.ok ? fc().sample(made.arbitrary, { seed: 1, numRuns: 1 }) : []))
    .filter((value) => validate === undefined || validate(value))
  const isValid = (value: Json): boolean =>
    schemas.every((schema) => fits(opened.root, schema, value, { formats: true })) && validate?.(value) !== false
  const boundaries = (count: number): readonly Json[] => {
    const [base = null] = [...typical.slice(-1), ...fc().sample(valid.arbitrary, { seed: 1, numRuns: 1 })]
    return boundaryInputs(opened.root, make, base, { isValid, count })
  }
  return { ok: true, arbitrary: valid.arbitrary, typical, boundaries }
}
