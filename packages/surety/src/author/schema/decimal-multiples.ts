import type { Ajv } from 'ajv'
import { isMultipleOf } from '../../inputs/decimal.ts'

/** Judges `multipleOf` by decimal numbers: by Ajv's binary division 2.01 is no multiple of 0.01. */
export function useDecimalMultiples(ajv: Ajv): void {
  ajv.removeKeyword('multipleOf')
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => step <= 0 || (Number.isFinite(value) && isMultipleOf(value, step)),
  })
}
