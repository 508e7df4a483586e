import type { Json } from '@surety/tool-contracts/tools'
import { answerText } from '../judge/answer-text.ts'
import { gaveResult } from '../judge/calls.ts'
import type { CallEvidence } from '../judge/call-evidence.ts'
import type { ToolEvidence } from '../judge/evidence.ts'
import { canonical } from '../judge/json.ts'
import { cut } from '../judge/words.ts'
import { commented, scalar, value } from '../run/yaml-text.ts'

/** The call whose input the contract has a test of: of those that were answered each time one that gave the tool away, else the first. */
export function testedCall({ calls, mutations, nestedCalls }: ToolEvidence): CallEvidence | undefined {
  const bases = calls.filter(({ base }) => base === undefined)
  const refused = new Set(bases.filter((call) => !gaveResult(call)).map(({ input }) => canonical(input)))
  const answered = bases.filter((call) => gaveResult(call) && !refused.has(canonical(call.input)))
  const telling = new Set([...mutations, ...nestedCalls].map(({ call }) => call))
  const told = new Set(calls.filter(({ id }) => telling.has(id)).map(({ id, base }) => base ?? id))
  return answered.find(({ id }) => told.has(id)) ?? answered[0]
}

/** An input that was answered, as a test to build on; else how to go on without one. */
export function testLines(seen: ToolEvidence): readonly string[] {
  const tested = testedCall(seen)
  if (tested !== undefined) return testOf('an input that was answered', tested.input)
  const first = seen.calls.find(({ base }) => base === undefined)
  const why =
    first === undefined
      ? `It was not called: ${scalar(seen.notCalled ?? 'no input is known')}`
      : `No call gave a result. The first answer: ${scalar(cut(answerText(first.answer), 200))}`
  return commented([why, 'Promise more once a test succeeds:', ...testOf('a call that succeeds', first?.input ?? {})])
}

function testOf(name: string, input: Json): readonly string[] {
  return ['tests:', `  - name: ${name}`, `    input: ${value(input, '      ')}`]
}
