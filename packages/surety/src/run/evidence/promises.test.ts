import { expect, it } from 'vitest'
import { compileSchema } from '../../author/schema/compile-schema.ts'
import type { CompiledSchema } from '../../author/contract-file.ts'
import { exampleText } from '../../judge/example-evidence.ts'
import { brokenPromises } from './promises.ts'
import type { PlannedCall, Subject } from '../plan/subject.ts'

function schema(type: string): CompiledSchema {
  const compiled = compileSchema({ type })
  if (!compiled.ok) throw new Error(compiled.reason)
  return compiled.schema
}

/** What is broken where a test expects this output of the text `42`. */
async function broken(output: unknown, own?: string, ofTest?: string): Promise<readonly string[]> {
  const test = { kind: 'test', name: 't', at: ['tests', 0], expect: { output } }
  const planned = { purpose: 'test', input: {}, test, testIndex: 0 } as unknown as PlannedCall
  const seen: unknown[] = []
  const holds = (_: unknown, value: unknown): boolean => seen.push(value) > 0
  const subject = {
    contract: { postconditions: [{ description: 'd', errorCode: 'C', holds }], guarantees: {} },
    problems: [],
    output: own === undefined ? undefined : schema(own),
    tests: [ofTest === undefined ? undefined : schema(ofTest)],
  } as unknown as Subject
  const found = await brokenPromises(planned, exampleText('42'), subject)
  return [...found.map(({ kind }) => kind), ...seen.map((value) => typeof value)]
}

it.each([
  ['data that is expected of a number', [42, 'number'], ['number']],
  ['data that is expected of a text', [42, 'string'], ['output', 'string']],
  ['text that is expected of a text', ['42', 'string'], ['string']],
  ['text that is expected of a number', ['42', 'number'], ['output', 'number']],
  ['data, where nothing gives a schema', [42], ['number']],
  ['text, where nothing gives a schema', ['42'], ['number']],
  ["text that the test's own schema wants", ['42', undefined, 'string'], ['number']],
  ["text that the test's own schema wants of a number", [42, 'number', 'string'], ['schema', 'number']],
] as const)(
  'expectations are held against what a guard would deliver: %s',
  async (_, [output, ...schemas], expected) => {
    expect(await broken(output, ...schemas)).toEqual(expected)
  },
)
