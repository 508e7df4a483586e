import { textsIn } from '@surety/tool-contracts/tools'
import type { ExpectedError } from '../../author/contract-file.ts'
import { matchOutput } from '../../author/match.ts'
import type { Answer, BrokenPromise } from '../../judge/call-evidence.ts'
import type { ContractPath } from '../../judge/evidence.ts'
import { missingDetail } from '../../judge/speaks-of.ts'

/** Is it an error answer that is expected, and not something that the tool does? */
export function isAnswer({ type }: ExpectedError): boolean {
  return type === undefined || type === 'input_validation' || type === 'execution_error'
}

/** What of the error answer that a test expects is not so. */
export function errorExpectation(expected: ExpectedError, answer: Answer, at: ContractPath): BrokenPromise[] {
  const failure = failureOf(answer)
  if (failure === undefined) {
    // The server may die after its answer, which is such an error too.
    if (answer.kind !== 'result' || expected.type === 'execution_error') return []
    return [{ at, kind: 'error', message: `The test expects ${describe(expected)}, and the call succeeded.` }]
  }
  const { code, text } = failure
  const answered = `and the answer was: ${text.slice(0, 300)}`
  const broken: BrokenPromise[] = []
  if (!hasCode(expected, code, text))
    broken.push({ at, kind: 'error', message: `The test expects ${describe(expected)}, ${answered}` })
  if (expected.message !== undefined)
    for (const { message } of matchOutput(expected.message, text))
      broken.push({ at: [...at, 'message'], kind: 'error', message: `The error's text: ${message}` })
  const missing = missingDetail(`${text}\n${structureOf(answer)}`, expected.details)
  if (missing !== undefined) {
    const wanted = `${missing} '${expected.details[missing] ?? ''}'`
    broken.push({ at: [...at, 'details', missing], kind: 'error', message: `The test expects ${wanted}, ${answered}` })
  }
  return broken
}

/** Codes by which Syrin numbers the kinds of its own errors: beside a kind they say nothing more. */
const NUMBER_OF_A_KIND = /^E\d{3}$/

function hasCode({ code, type }: ExpectedError, found: string | undefined, text: string): boolean {
  if (code === undefined || (type !== undefined && NUMBER_OF_A_KIND.test(code))) return true
  return code === found || text.includes(code)
}

function describe({ code, type }: ExpectedError): string {
  if (type === 'input_validation') return 'the input to be refused'
  return code === undefined ? 'an error' : `the error ${code}`
}

function failureOf(answer: Answer): { readonly code: string | undefined; readonly text: string } | undefined {
  if (answer.kind === 'error') return { code: answer.errorCode, text: answer.message }
  if (answer.kind === 'result' && answer.isError) return { code: answer.errorCode, text: textsIn(answer).join('\n') }
  return undefined
}

function structureOf(answer: Answer): string {
  return answer.kind === 'result' && answer.structuredContent !== undefined
    ? JSON.stringify(answer.structuredContent)
    : ''
}
