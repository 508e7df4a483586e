import { type Mismatch, matchLiterally, matchOutput } from '../author/match.ts'
import type { Answer, BrokenPromise, ResultAnswer } from '../judge/call-evidence.ts'
import type { ContractPath } from '../judge/evidence.ts'
import type { PlannedCall, Subject } from './subject.ts'

/** Which expectations of the test, and which postconditions, does the answer break? */
export async function brokenPromises(planned: PlannedCall, answer: Answer, subject: Subject): Promise<BrokenPromise[]> {
  if (planned.purpose === 'spoiled') return []
  const kept = answer.kind === 'result' && !answer.isError ? await postconditions(planned, answer, subject) : []
  return planned.purpose === 'test' ? [...expectations(planned, answer, subject), ...kept] : kept
}

async function postconditions(
  { input }: PlannedCall,
  answer: ResultAnswer,
  { contract, problems }: Subject,
): Promise<BrokenPromise[]> {
  // A condition that does not fit the schemas is told as that.
  if (problems.length > 0) return []
  const output = answer.structuredContent ?? textAsJson(answer)
  const broken: BrokenPromise[] = []
  for (const [index, { description, errorCode, holds }] of (contract?.postconditions ?? []).entries()) {
    if (output !== undefined && (await holds(input, output))) continue
    const why = output === undefined ? ': the answer has no output to judge' : ''
    const message = `The postcondition '${description}' (${errorCode}) does not hold${why}.`
    broken.push({ at: ['postconditions', index], kind: 'postcondition', message })
  }
  return broken
}

function expectations({ test }: PlannedCall, answer: Answer, { contract }: Subject): BrokenPromise[] {
  const { expect, at = [] } = test ?? {}
  if (expect === undefined) return []
  if (expect.error !== undefined) return errorExpectation(expect.error, answer, [...at, 'expect', 'error'])
  if (expect.output === undefined || answer.kind !== 'result' || answer.isError) return []
  const output = answer.structuredContent ?? textAsJson(answer) ?? textOf(answer)
  const broken = (from: ContractPath, mismatches: readonly Mismatch[]): BrokenPromise[] =>
    mismatches.map(({ path, message }) => ({ at: [...from, ...path], kind: 'output', message }))
  if (test?.kind !== 'example') return broken([...at, 'expect', 'output'], matchOutput(expect.output, output))
  // Of a tool that may answer otherwise the next time, an example shows only the shape.
  if (contract?.guarantees.deterministic !== true) return []
  return broken([...at, 'output'], matchLiterally(expect.output, output))
}

type ExpectedError = { readonly code: string | undefined; readonly message: unknown }

function errorExpectation(expected: ExpectedError, answer: Answer, at: ContractPath): BrokenPromise[] {
  const failure = failureOf(answer)
  if (failure === undefined)
    return answer.kind === 'result'
      ? [{ at, kind: 'error', message: `The test expects ${describe(expected)}, and the call succeeded.` }]
      : []
  const broken: BrokenPromise[] = []
  if (expected.code !== undefined && expected.code !== failure.code && !failure.text.includes(expected.code))
    broken.push({
      at,
      kind: 'error',
      message: `The test expects ${describe(expected)}, and the answer was: ${failure.text.slice(0, 300)}`,
    })
  if (expected.message !== undefined)
    for (const { message } of matchOutput(expected.message, failure.text))
      broken.push({ at: [...at, 'message'], kind: 'error', message: `The error's text: ${message}` })
  return broken
}

function describe({ code }: ExpectedError): string {
  return code === undefined ? 'an error' : `the error ${code}`
}

function failureOf(answer: Answer): { readonly code: string | undefined; readonly text: string } | undefined {
  if (answer.kind === 'error') return { code: answer.errorCode, text: answer.message }
  if (answer.kind === 'result' && answer.isError) return { code: answer.errorCode, text: textOf(answer) }
  return undefined
}

function textOf({ content }: ResultAnswer): string {
  const texts = content.map((block) =>
    typeof block === 'object' && block !== null && 'text' in block && typeof block['text'] === 'string'
      ? block['text']
      : '',
  )
  return texts.join('\n')
}

/** Tools without an output schema answer JSON as text. */
function textAsJson(answer: ResultAnswer): unknown {
  try {
    return JSON.parse(textOf(answer))
  } catch {
    return undefined
  }
}
