import { createRequire } from 'node:module'
import type * as Draft07 from 'ajv'
// oxlint-disable-next-line no-restricted-imports -- the only way Ajv offers this dialect
import type * as Draft2020 from 'ajv/dist/2020.js'
import type * as Formats from 'ajv-formats'
import { useDecimalMultiples } from './decimal-multiples.ts'

export type Dialect = 'draft07' | 'draft2020'

// It takes long to load, and some commands need none.
const load = createRequire(import.meta.url)

export function createAjv(dialect: Dialect, options: Draft07.Options): Draft07.Ajv {
  const ajv = dialect === 'draft07' ? draft07(options) : draft2020(options)
  const formats: typeof Formats = load('ajv-formats')
  formats.default.default(ajv)
  useDecimalMultiples(ajv)
  return ajv
}

function draft07(options: Draft07.Options): Draft07.Ajv {
  const { Ajv }: typeof Draft07 = load('ajv')
  return new Ajv(options)
}

function draft2020(options: Draft07.Options): Draft07.Ajv {
  const { Ajv2020 }: typeof Draft2020 = load('ajv/dist/2020.js')
  return new Ajv2020(options)
}
