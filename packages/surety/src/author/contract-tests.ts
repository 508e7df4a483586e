import { isRecord } from '@surety/tool-contracts/tools'
import type { Expectation, TestCase } from './contract-file.ts'
import { expectedOutput } from './expected-output.ts'
import { mapOf, mapping, record } from './mapping.ts'
import { type Reader, anyText, listOf, nameOf, text, wrong } from './reader.ts'
import { schemaReference } from './schema-reference.ts'
import { errorCode, jsonPath, variableName } from './texts.ts'

type ExpectedError = NonNullable<Expectation['error']>

const errorFields = record({ code: errorCode, message: expectedOutput })

const expectedError: Reader<ExpectedError> = {
  read(entry) {
    const { value } = entry
    if (typeof value === 'string') {
      const code = errorCode.read(entry)
      return code === undefined ? undefined : { code, message: undefined }
    }
    if (!isRecord(value) || Object.keys(value).length === 0) {
      return wrong(entry, 'a code such as NOT_FOUND, or a mapping of code and message')
    }
    const read = errorFields.read(entry)
    return read === undefined ? undefined : { code: read.code, message: read.message }
  },
  schema: { anyOf: [errorCode.schema, errorFields.schema] },
}

const expectFields = record({ output_schema: schemaReference, output: expectedOutput, error: expectedError })

const expectation: Reader<Expectation> = {
  read(entry) {
    const read = expectFields.read(entry)
    if (read === undefined) return undefined
    const { output_schema: outputSchema, output, error } = read
    if (output !== undefined && error !== undefined) {
      return entry.say(`${nameOf(entry.path)} expects both an output and an error.`, 'A call has one or the other.')
    }
    return { outputSchema, output, error }
  },
  schema: expectFields.schema,
}

const testFields = record(
  {
    name: text,
    input: mapping,
    env: mapOf(anyText, variableName),
    ignore_paths: listOf(jsonPath),
    expect: expectation,
  },
  ['name'],
)

const test: Reader<TestCase> = {
  read(entry) {
    const read = testFields.read(entry)
    if (read === undefined) return undefined
    const { name = '', input = {}, env = {}, ignore_paths: ignorePaths = [], expect } = read
    return { kind: 'test', name, at: entry.path, input, env, ignorePaths, expect }
  },
  schema: testFields.schema,
}

const testList = listOf(test)

/** The `tests` of a contract. */
export const tests: Reader<readonly TestCase[]> = {
  read(entry) {
    const items: readonly unknown[] = Array.isArray(entry.value) ? entry.value : []
    const names = items.map((item) => (isRecord(item) ? item['name'] : undefined))
    for (const [index, name] of names.entries()) {
      const isRepeated = typeof name === 'string' && names.indexOf(name) < index
      if (isRepeated) entry.at(index).at('name').say(`The test '${name}' is there twice.`, 'Name each its own.')
    }
    return testList.read(entry)
  },
  schema: testList.schema,
}
