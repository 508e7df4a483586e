import { answeredBy, seenIn } from '../calls.ts'
import { exampleCall, exampleContract, exampleTool } from '../example-evidence.ts'
import { limitOwner } from '../limit-owner.ts'
import type { ToolRule } from '../rule.ts'
import { more } from '../words.ts'

export const memoryLimitExceeded: ToolRule = {
  code: 'E006',
  title: 'Memory Limit Exceeded',
  why: 'A tool that takes all the memory there is takes its neighbours down too.',
  fix: 'Stream or page the work so that it fits, or promise more `memory` if it is honestly needed.',
  means:
    "The server's processes together, children included, held more resident memory during a call than `memory` allows, or than `memory_limit_mb` where the contract is silent, and were ended for it. Where processes ended before they could be measured, and had touched enough memory to pass a promised limit, the promise is not checked.",
  seenFromOutside: true,
  scope: 'tool',
  check(tool) {
    const [first, ...others] = answeredBy(tool, 'memory')
    if (first === undefined) return []
    const { bytes, limitBytes } = first.answer
    const { whose, place } = limitOwner(tool, 'memoryBytes')
    return [
      {
        code: 'E006',
        tool: tool.tool,
        message: `The call used ${bytes} bytes of memory${more(others.length)}; ${whose} allows ${limitBytes}.`,
        blame: 'tool',
        evidence: { kind: 'memory', bytes, limitBytes, ...seenIn(first) },
        ...place,
        defect: 'memory',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'The call stays within 256 MB.',
        evidence: exampleTool({ contract: exampleContract({ memoryBytes: 268_435_456 }) }),
      },
    ],
    breaks: [
      {
        title: 'The call needs 300 MB where 256 MB are promised.',
        evidence: exampleTool({
          contract: exampleContract({ memoryBytes: 268_435_456 }),
          calls: [exampleCall({ answer: { kind: 'memory', bytes: 314_572_800, limitBytes: 268_435_456 } })],
        }),
      },
    ],
  },
}
