import { type Json, textsIn } from '@surety/tool-contracts/tools'
import { succeeded } from '../judge/calls.ts'
import type { Answer, CallEvidence } from '../judge/call-evidence.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import { cut } from '../judge/words.ts'
import { commented, scalar, value } from './yaml-text.ts'

/** The call whose input the contract has a test of: of those that were answered one that gave the tool away, else the first. */
export function testedCall({ calls, mutations, nestedCalls }: ToolEvidence): CallEvidence | undefined {
  const answered = calls.filter((call) => call.base === undefined && succeeded(call))
  const telling = new Set([...mutations, ...nestedCalls].map(({ call }) => call))
  const told = new Set(calls.filter(({ id }) => telling.has(id)).map(({ id, base }) => base ?? id))
  return answered.find(({ id }) => told.has(id)) ?? answered[0]
}

/** An input that was answered, as a test to build on; else how to go on without one. */
export function testLines(seen: ToolEvidence): readonly string[] {
  const tested = testedCall(seen)
  if (tested !== undefined) return testOf('an input that was answered', tested.input)
  const [first] = seen.calls
  const why =
    first === undefined
      ? `It was not called: ${scalar(seen.notCalled ?? 'no input is known')}`
      : `No call gave a result. The first answer: ${scalar(cut(failureOf(first.answer), 200))}`
  return commented([why, 'Promise more once a test succeeds:', ...testOf('a call that succeeds', first?.input ?? {})])
}

function testOf(name: string, input: Json): readonly string[] {
  return ['tests:', `  - name: ${name}`, `    input: ${value(input, '      ')}`]
}

/** Why the call gave no result, in the server's own words where it has any. */
function failureOf(answer: Answer): string {
  switch (answer.kind) {
    case 'error':
      return answer.message
    case 'malformed':
      return answer.reason
    case 'timeout':
      return `no answer in ${answer.limitMs} ms`
    case 'died':
      return `the server ended, and said last: ${answer.stderr.trim().slice(-200)}`
    case 'memory':
      return `the server needed more than ${answer.limitBytes} bytes of memory`
    case 'oversize':
      return `the answer had more than ${answer.bytes} bytes`
    case 'result':
      return textsIn(answer).join(' ')
  }
}
