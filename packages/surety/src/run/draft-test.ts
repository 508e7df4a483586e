import { succeeded } from '../judge/calls.ts'
import type { Answer, CallEvidence, Json, ToolEvidence } from '../judge/evidence.ts'
import { cut } from '../judge/words.ts'
import { commented, scalar, value } from './yaml-text.ts'

/** The call whose input the contract has a test of: the first one that was answered. */
export function testedCall({ calls }: ToolEvidence): CallEvidence | undefined {
  return calls.find((call) => call.base === undefined && succeeded(call))
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
      return answer.content.map(textOf).join(' ')
  }
}

function textOf(block: Json): string {
  const text = typeof block === 'object' && block !== null && 'text' in block ? block['text'] : ''
  return typeof text === 'string' ? text : ''
}
