import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { broken, findingOf, kept, reportOf, toolOf } from './fixtures.test-data.ts'
import { jsonReport } from './json.ts'

const schema: object = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../schemas/report.schema.json'), 'utf8'),
) as object
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, strictTypes: false })
formats.default(ajv)
const validate = ajv.compile(schema)

describe('the JSON report', () => {
  it.each([
    ['everything kept', kept],
    ['everything broken', broken],
    ['no tools', reportOf([])],
    [
      'a server behind a URL',
      reportOf([], [], {
        server: { name: null, version: null, protocolVersion: null, command: null, url: 'http://x' },
      }),
    ],
  ])('is valid against its published schema: %s', (_title, report) => {
    validate(JSON.parse(jsonReport(report)))
    expect(validate.errors).toBe(null)
  })

  it('is rejected by its schema when any field is missing', () => {
    const whole: unknown = JSON.parse(jsonReport(broken))
    const accepted = paths(whole).filter((path) => validate(without(whole, path)))
    const free = accepted.filter((path) => !path.includes('evidence') && !path.includes('observed'))
    expect(free).toEqual([])
  })

  it('is rejected by its schema when a value is no member of its kind', () => {
    const tool = toolOf('x', { findings: [findingOf('x')] })
    const wrong = [
      { ...kept, version: 2 },
      { ...kept, startedAt: 'yesterday' },
      { ...kept, durationMs: -1 },
      reportOf([{ ...tool, status: 'fine' as 'passed' }]),
      reportOf([toolOf('x', { findings: [findingOf('x', { code: 'X1' })] })]),
      reportOf([toolOf('x', { findings: [findingOf('x', { location: { file: 'f', line: 0, column: 1 } })] })]),
    ]
    expect(wrong.filter((report) => validate(report))).toEqual([])
  })

  it('carries any text unchanged, and nothing in it that a terminal or a CI system would obey', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const report = reportOf([toolOf(text, { findings: [findingOf(text, { message: `${text}##[error]x` })] })])
        const printed = jsonReport(report)
        expect(JSON.parse(printed)).toEqual(report)
        expect(printed).not.toMatch(/##\w*\[/)
        expect(printed).not.toMatch(/[^\P{C}\n\u200c\u200d]/u)
      }),
    )
  })
})

type Path = readonly (string | number)[]

/** Where each field of each object is. */
function paths(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => paths(item, [...at, index]))
  return Object.entries(value).flatMap(([key, item]) => [[...at, key], ...paths(item, [...at, key])])
}

function without(value: unknown, path: Path): unknown {
  const copy: unknown = structuredClone(value)
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy)
  Reflect.deleteProperty(Object(parent), path.at(-1) ?? '')
  return copy
}
