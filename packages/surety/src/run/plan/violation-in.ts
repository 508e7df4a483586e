import type { Issue } from '@surety/tool-contracts/tools'
import type { Variation } from '../../judge/call-evidence.ts'
import { pointer } from '../pointer.ts'

type InputProblem = Omit<Extract<Variation, { kind: 'invalid' }>, 'kind'>

/** What is wrong with an input, as if it had been made invalid on purpose. */
export function violationIn({ path, expected, received, code }: Issue): InputProblem {
  return {
    path: pointer(path),
    expected,
    problem: received === undefined ? 'missing' : (PROBLEMS[code] ?? 'not a member'),
  }
}

const PROBLEMS: Readonly<Record<string, InputProblem['problem']>> = {
  invalid_type: 'wrong type',
  too_small: 'out of range',
  too_big: 'out of range',
  not_multiple_of: 'out of range',
  invalid_format: 'out of range',
}
