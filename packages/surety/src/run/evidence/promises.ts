import { matchLiterally, matchOutput } from '../../author/match.ts'
import type { Answer, BrokenPromise, ResultAnswer } from '../../judge/call-evidence.ts'
import { errorExpectation, isAnswer } from '../plan/error-expectation.ts'
import { outputIssues, readOutput } from '../call/output.ts'
import type { PlannedCall, Subject } from '../plan/subject.ts'

/** Which expectations of the test, and which postconditions, does the answer break? */
export async function brokenPromises(planned: PlannedCall, answer: Answer, subject: Subject): Promise<BrokenPromise[]> {
  if (planned.purpose === 'invalid') return []
  const kept = answer.kind === 'result' && !answer.isError ? await postconditions(planned, answer, subject) : []
  return planned.purpose === 'test' ? [...expectations(planned, answer, subject), ...kept] : kept
}

const NO_OUTPUT = ': the answer has no output to judge'

async function postconditions(
  { input }: PlannedCall,
  answer: ResultAnswer,
  { contract, problems, output: schema }: Subject,
): Promise<BrokenPromise[]> {
  // A condition that does not fit the schemas is told as that.
  if (problems.length > 0) return []
  const output = readOutput(answer, schema)
  const broken: BrokenPromise[] = []
  for (const [index, { description, errorCode, holds }] of (contract?.postconditions ?? []).entries()) {
    if (await holds(input, output)) continue
    const message = `The postcondition '${description}' (${errorCode}) does not hold${output === '' ? NO_OUTPUT : ''}.`
    broken.push({ at: ['postconditions', index], kind: 'postcondition', message })
  }
  return broken
}

function expectations(planned: PlannedCall, answer: Answer, subject: Subject): readonly BrokenPromise[] {
  const { expect, at = [] } = planned.test ?? {}
  if (expect === undefined) return []
  if (expect.error !== undefined && isAnswer(expect.error))
    return errorExpectation(expect.error, answer, [...at, 'expect', 'error'])
  if (answer.kind !== 'result' || answer.isError) return []
  return [...schemaExpectation(planned, answer, subject), ...outputExpectation(planned, answer, subject)]
}

/** A schema of the test's own; that of the tool is held against every answer. */
function schemaExpectation(
  { test, testIndex }: PlannedCall,
  answer: ResultAnswer,
  { tests, output }: Subject,
): readonly BrokenPromise[] {
  const own = testIndex === undefined ? undefined : tests[testIndex]
  if (own === undefined || own === output) return []
  const at = [...(test?.at ?? []), 'expect', 'output_schema']
  return outputIssues(readOutput(answer, output ?? own), own).map(({ message }) => ({ at, kind: 'schema', message }))
}

function outputExpectation(
  { test, testIndex }: PlannedCall,
  answer: ResultAnswer,
  { contract, tests, output: schema }: Subject,
): readonly BrokenPromise[] {
  const expected = test?.expect?.output
  if (test === undefined || expected === undefined) return []
  const isExample = test.kind === 'example'
  // Of a tool that may answer otherwise the next time, an example shows only the shape.
  if (isExample && contract?.guarantees.deterministic !== true) return []
  const match = isExample ? matchLiterally : matchOutput
  const from = isExample ? [...test.at, 'output'] : [...test.at, 'expect', 'output']
  const own = testIndex === undefined ? undefined : tests[testIndex]
  const output = readOutput(answer, schema ?? own, (value) => match(expected, value).length === 0)
  return match(expected, output).map(({ path, message }) => ({ at: [...from, ...path], kind: 'output', message }))
}
