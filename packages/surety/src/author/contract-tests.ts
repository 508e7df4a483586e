import type { Expectation, SchemaReference, TestCase } from './contract-file.ts'
import { expectedOutput } from './expected-output.ts'
import { mapOf, mapping, record } from './mapping.ts'
import { type Reader, anyText, isMapping, listOf, nameOf, text, wrong } from './reader.ts'
import { errorCode, jsonPath, variableName } from './texts.ts'

/** The `tests` of a contract. */
export function testList(schema: Reader<SchemaReference>): Reader<readonly TestCase[]> {
  const tests = listOf(testCase(schema))
  return {
    read(entry) {
      const items: readonly unknown[] = Array.isArray(entry.value) ? entry.value : []
      const names = items.map((item) => (isMapping(item) ? item['name'] : undefined))
      for (const [index, name] of names.entries()) {
        const isRepeated = typeof name === 'string' && names.indexOf(name) < index
        if (isRepeated) entry.at(index).at('name').say(`The test '${name}' is there twice.`, 'Name each its own.')
      }
      return tests.read(entry)
    },
    schema: tests.schema,
  }
}

function testCase(schema: Reader<SchemaReference>): Reader<TestCase> {
  const fields = record(
    {
      name: text,
      input: mapping,
      env: mapOf(anyText, variableName),
      ignore_paths: listOf(jsonPath),
      expect: expectation(schema),
    },
    ['name'],
  )
  return {
    read(entry) {
      const read = fields.read(entry)
      if (read === undefined) return undefined
      const { name = '', input = {}, env = {}, ignore_paths: ignorePaths = [], expect } = read
      return { name, input, env, ignorePaths, expect }
    },
    schema: fields.schema,
  }
}

function expectation(schema: Reader<SchemaReference>): Reader<Expectation> {
  const fields = record({ output_schema: schema, output: expectedOutput, error: expectedError })
  return {
    read(entry) {
      const read = fields.read(entry)
      if (read === undefined) return undefined
      const { output_schema: outputSchema, output, error } = read
      if (output !== undefined && error !== undefined) {
        return entry.say(`${nameOf(entry.path)} expects both an output and an error.`, 'A call has one or the other.')
      }
      return { outputSchema, output, error }
    },
    schema: fields.schema,
  }
}

type ExpectedError = NonNullable<Expectation['error']>

const errorFields = record({ code: errorCode, message: expectedOutput })

const expectedError: Reader<ExpectedError> = {
  read(entry) {
    const { value } = entry
    if (typeof value === 'string') {
      const code = errorCode.read(entry)
      return code === undefined ? undefined : { code, message: undefined }
    }
    if (!isMapping(value) || Object.keys(value).length === 0) {
      return wrong(entry, 'a code such as NOT_FOUND, or a mapping of code and message')
    }
    const read = errorFields.read(entry)
    return read === undefined ? undefined : { code: read.code, message: read.message }
  },
  schema: { anyOf: [errorCode.schema, errorFields.schema] },
}
