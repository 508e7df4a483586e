import { isRecord } from '@surety/tool-contracts/tools'
import type { Expectation, TestCase } from './contract-file.ts'
import { ANY_ERROR, expectedError } from './expected-error.ts'
import { expectedOutput } from './expected-output.ts'
import { mapOf, mapping, record } from './yaml/mapping.ts'
import { type Reader, anyText, flag, listOf, nameOf, text } from './yaml/reader.ts'
import { schemaReference } from './schema/schema-reference.ts'
import { jsonPath, variableName } from './yaml/texts.ts'

const expectFields = record({
  success: flag,
  output_schema: schemaReference,
  output: expectedOutput,
  error: expectedError,
})

const expectation: Reader<Expectation> = {
  read(entry) {
    const read = expectFields.read(entry)
    if (read === undefined) return undefined
    const { success, output_schema: outputSchema, output } = read
    const error = read.error ?? (success === false ? ANY_ERROR : undefined)
    if (success === true && error !== undefined) {
      return entry
        .at('success')
        .say(`${nameOf(entry.path)} expects both success and an error.`, 'A call has one or the other.')
    }
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
