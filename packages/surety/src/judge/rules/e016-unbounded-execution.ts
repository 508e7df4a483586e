import { answeredBy, seenIn } from '../calls.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleCall, exampleContract, exampleTool } from '../example-evidence.ts'
import { limitOwner } from '../limit-owner.ts'
import type { ToolRule } from '../rule.ts'
import { more } from '../words.ts'

const contract = exampleContract({ maxExecutionMs: 5000 })

export const unboundedExecution: ToolRule = {
  code: 'E016',
  title: 'Unbounded Execution',
  why: 'An agent waits for its tool. One that never answers stops everything behind it, and nobody knows whether it acted.',
  fix: 'Bound the work and answer with an error when it takes too long, or promise a longer `max_execution_time`.',
  means:
    'No answer came within `max_execution_time`, or within `timeout_ms` where the contract is silent. The time counts over the whole call: progress, logs and pings do not extend it. A call that was slow only because it was watched is judged by a repeat that was not. A server that is slow to exit is no finding; nor is a call whose answer came under another id, which is E005.',
  retest: { foundOnlyAlone: true },
  scope: 'tool',
  check(tool) {
    const [first, ...others] = answeredBy(tool, 'timeout').filter(({ id }) => !isAnsweredOddly(tool, id))
    if (first === undefined) return []
    const { limitMs } = first.answer
    const { whose, place } = limitOwner(tool, 'timeoutMs')
    return [
      {
        code: 'E016',
        tool: tool.tool,
        message: `The call did not answer within ${limitMs} ms${more(others.length)}, which is what ${whose} allows.`,
        blame: 'tool',
        evidence: { kind: 'timeout', limitMs, ...seenIn(first) },
        ...place,
        defect: 'timeout',
      },
    ]
  },
  examples: {
    keeps: [{ title: 'The call is answered in time.', evidence: exampleTool({ contract }) }],
    breaks: [
      {
        title: 'Five seconds are promised, and no answer comes.',
        evidence: exampleTool({ contract, calls: [exampleCall({ answer: { kind: 'timeout', limitMs: 5000 } })] }),
      },
    ],
  },
}

/** Did an answer come that could not be told to be one to this call? */
function isAnsweredOddly({ protocolProblems }: ToolEvidence, id: number): boolean {
  return protocolProblems.some(({ call }) => call === id)
}
