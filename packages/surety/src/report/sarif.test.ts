import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { broken, errorOf, findingOf, kept, reportOf, rules, toolOf } from './fixtures.test-data.ts'
import { sarifReport } from './sarif.ts'

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const message = { ...text, additionalProperties: false }
const object = (required: readonly string[], properties: Record<string, object>): object => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})
const list = (items: object): object => ({ type: 'array', items, uniqueItems: true })
const atLeast = (minimum: number): object => ({ type: 'integer', minimum })
const level = { enum: ['none', 'note', 'warning', 'error'] }

/** The part of SARIF 2.1.0 that is written here, as strict as the standard's own schema. */
const schema = object(['version', 'runs'], {
  $schema: { type: 'string', format: 'uri' },
  version: { const: '2.1.0' },
  runs: list(
    object(['tool'], {
      tool: object(['driver'], {
        driver: object(['name'], {
          name: { type: 'string' },
          version: { type: 'string' },
          rules: list(
            object(['id'], {
              id: { type: 'string' },
              name: { type: 'string' },
              shortDescription: message,
              fullDescription: message,
              help: object(['text'], { text: { type: 'string' }, markdown: { type: 'string' } }),
              helpUri: { type: 'string', format: 'uri' },
              defaultConfiguration: object([], { level }),
            }),
          ),
        }),
      }),
      invocations: list(
        object(['executionSuccessful'], {
          executionSuccessful: { type: 'boolean' },
          startTimeUtc: { type: 'string', format: 'date-time' },
          exitCode: { type: 'integer' },
        }),
      ),
      originalUriBaseIds: { type: 'object', additionalProperties: object([], { description: message }) },
      columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
      results: {
        type: 'array',
        items: object(['message'], {
          ruleId: { type: 'string' },
          ruleIndex: atLeast(0),
          level,
          message,
          locations: {
            type: 'array',
            items: object([], {
              physicalLocation: object(['artifactLocation'], {
                artifactLocation: object(['uri'], {
                  uri: { type: 'string', format: 'uri-reference' },
                  uriBaseId: { type: 'string' },
                }),
                region: object(['startLine'], { startLine: atLeast(1), startColumn: atLeast(1) }),
              }),
              logicalLocations: list(object([], { name: { type: 'string' }, kind: { type: 'string' } })),
            }),
          },
          partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
          suppressions: list(
            object(['kind'], {
              kind: { enum: ['inSource', 'external'] },
              status: { enum: ['accepted', 'underReview', 'rejected'] },
            }),
          ),
          properties: { type: 'object' },
        }),
      },
    }),
  ),
})

const ajv = new Ajv2020({ allErrors: true, strict: false })
formats.default(ajv)
const validate = ajv.compile(schema)

interface Result {
  readonly ruleIndex?: number
  readonly level: string
  readonly message: { readonly text: string }
  readonly locations: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string }
      readonly region?: { readonly startLine: number }
    }
  }[]
  readonly partialFingerprints: Readonly<Record<string, string>>
  readonly suppressions: readonly object[]
}

function resultsOf(sarif: string): readonly Result[] {
  const log = JSON.parse(sarif) as { readonly runs: readonly [{ readonly results: readonly Result[] }] }
  validate(log)
  expect(validate.errors).toBe(null)
  return log.runs[0].results
}

const only = (finding: Parameters<typeof findingOf>[1]): Result | undefined =>
  resultsOf(sarifReport(reportOf([toolOf('x', { findings: [findingOf('x', finding)] })]), rules))[0]

describe('the SARIF report', () => {
  it.each([
    ['kept', kept, 0],
    ['broken', broken, 6],
    ['empty', reportOf([]), 0],
  ])('is valid and has a result for each finding: %s', (_title, report, results) => {
    expect(resultsOf(sarifReport(report, rules))).toHaveLength(results)
  })

  it('points at the rule, where the rule is told', () => {
    expect(only({ code: 'W022', severity: 'warning' })).toMatchObject({ ruleIndex: 1, level: 'warning' })
    expect(only({ code: 'E099' })).not.toHaveProperty('ruleIndex')
  })

  it.each([
    ['tools/a b#c?.yaml', { uri: 'tools/a%20b%23c%3F.yaml', uriBaseId: '%SRCROOT%' }],
    ['c:evil/ü.yaml', { uri: 'c%3Aevil/%C3%BC.yaml', uriBaseId: '%SRCROOT%' }],
    ['../shared/x.yaml', { uri: '../shared/x.yaml', uriBaseId: '%SRCROOT%' }],
    ['/etc/x.yaml', { uri: 'file:///etc/x.yaml' }],
  ])('gives %s as a URI', (file, artifactLocation) => {
    const place = only({ location: { file, line: 2, column: 5 } })?.locations[0]?.physicalLocation
    expect(place).toEqual({ artifactLocation, region: { startLine: 2, startColumn: 5 } })
  })

  it('needs no place', () => {
    const nowhere = errorOf({ tool: null, file: null, line: null, column: null })
    const wholeFile = errorOf({ line: null, column: null })
    const [first, second] = resultsOf(sarifReport(reportOf([], [nowhere, wholeFile]), rules))
    expect(first?.locations).toEqual([])
    expect(second?.locations[0]?.physicalLocation).not.toHaveProperty('region')
    expect(only({ location: null })?.locations).toEqual([{ logicalLocations: [{ name: 'x', kind: 'function' }] }])
  })

  it('recognises a finding whose line, sizes and durations changed', () => {
    const before = only({ evidence: { kind: 'size', bytes: 10 }, message: '10 bytes' })
    const after = only({
      evidence: { kind: 'size', bytes: 11 },
      message: '11 bytes',
      location: { file: 'tools/x.yaml', line: 99, column: 9 },
    })
    expect(after?.partialFingerprints).toEqual(before?.partialFingerprints)
  })

  it('suppresses what is known, and nothing else', () => {
    expect(only({ known: true, fails: false })?.suppressions).toEqual([{ kind: 'external', status: 'accepted' }])
    expect(only({})?.suppressions).toEqual([])
  })

  it('takes neither placeholders nor links from a server', () => {
    expect(only({ message: 'see [here](https://evil.example) {0}', fix: '' })?.message.text).toBe(
      'see [here\\](https://evil.example) {{0}}\n',
    )
  })

  it('is valid whatever the server says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const finding = findingOf(text, { message: text, location: { file: text, line: 1, column: 1 } })
        const report = reportOf([toolOf(text, { findings: [finding] })], [errorOf({ file: text, message: text })])
        expect(resultsOf(sarifReport(report, rules))).toHaveLength(2)
      }),
    )
  })
})
