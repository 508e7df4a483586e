import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { z } from 'zod'
import { configurationSchema } from './configuration-schema.ts'
import { configurations } from './configurations.test-data.ts'
import { DATA_TYPES } from './field-config.ts'

test('schemas/tables.schema.json says what the reader accepts', () => {
  const path = resolve(import.meta.dirname, '../../schemas/tables.schema.json')
  const published = configurationSchema()
  if (process.env['SURETY_WRITE_DOCS'] === '1') writeFileSync(path, `${JSON.stringify(published, null, 2)}\n`)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(published)
})

const editor = z.fromJSONSchema({ ...configurationSchema() })

function accepts(configuration: unknown): boolean {
  return editor.safeParse(configuration).success
}

test('any valid configuration satisfies the schema, with $schema or without', () => {
  fc.assert(
    fc.property(configurations, (configuration) => {
      expect(accepts(configuration)).toBe(true)
      expect(accepts({ ...configuration, $schema: './tables.schema.json' })).toBe(true)
    }),
    { numRuns: 50 },
  )
})

const FIELD = { name: 'a', label: 'A', dataType: 'text', required: true }
const TABLE = { tableName: 't', toolId: 't', displayName: 'T', description: 'Something to log', fields: [FIELD] }
const GOOD = { version: '1.0.0', tables: [TABLE] }

it.each([
  ['an unknown key', { ...GOOD, foo: 1 }],
  ['an unknown key of a table', { ...GOOD, tables: [{ ...TABLE, foo: 1 }] }],
  ['a key of another data type', { ...GOOD, tables: [{ ...TABLE, fields: [{ ...FIELD, max: 1 }] }] }],
  ['an unknown data type', { ...GOOD, tables: [{ ...TABLE, fields: [{ ...FIELD, dataType: 'string' }] }] }],
  ['a version of two numbers', { ...GOOD, version: '1.0' }],
  ['no tables', { version: '1.0.0' }],
])('the schema refuses %s', (_, configuration) => {
  expect(accepts(GOOD)).toBe(true)
  expect(accepts(configuration)).toBe(false)
})

test('the schema explains every key of every mapping', () => {
  const propertiesIn = (schema: unknown): readonly (readonly [string, unknown])[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const properties = 'properties' in schema ? Object.entries(schema.properties ?? {}) : []
    return [...properties, ...Object.values(schema).flatMap(propertiesIn)]
  }
  const properties = propertiesIn(configurationSchema())
  const unexplained = properties.filter(([, schema]) => !Object.hasOwn(schema ?? {}, 'description'))
  expect(properties.length).toBeGreaterThan(50)
  expect(unexplained).toEqual([])
  expect(JSON.stringify(configurationSchema()).match(/"const":"\w+"/g)).toHaveLength(DATA_TYPES.length)
})
