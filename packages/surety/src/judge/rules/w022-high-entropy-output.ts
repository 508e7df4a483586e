import type { Json } from '@surety/tool-contracts/tools'
import { callsRepeatedAfresh, seenIn, succeeded } from '../calls.ts'
import { comparable } from '../comparable.ts'
import type { CallEvidence } from '../call-evidence.ts'
import { exampleAnswer, exampleFresh, exampleRepeats, exampleTool } from '../example-evidence.ts'
import { fieldOf } from '../json.ts'
import { shareOfChance } from './randomness.ts'
import type { ToolRule } from '../rule.ts'

export const highEntropyOutput: ToolRule = {
  code: 'W022',
  title: 'High Entropy Output',
  why: 'A model can learn nothing from an answer that is mostly chance, and no test can hold it to anything.',
  fix: 'Return what the tool found rather than random values, or tell why it is meant so under `ignore` in the contract.',
  means:
    'Most of an answer, by its characters, is different each time the same input is repeated, in the same process and in a fresh one, and what differs looks random: no clock, no counter, no measurement. Judged whatever `deterministic` says; where that is promised and broken, E013 says it instead. An error is no output. An answer that repeats exactly is never high-entropy, whatever its bytes.',
  retest: { moreRepeats: true },
  yieldsTo: ['E013'],
  scope: 'tool',
  check(tool) {
    for (const { call, repeats } of callsRepeatedAfresh(tool).filter((repeated) => succeeded(repeated.call))) {
      if (repeats.some(({ answer }) => answer === call.answer)) continue
      const fresh = repeats.filter(({ purpose }) => purpose === 'fresh').flatMap(outputOf)
      const together = [call, ...repeats.filter(({ purpose }) => purpose === 'repeat')].flatMap(outputOf)
      const share = shareOfChance(together, fresh)
      if (share <= 0.5) continue
      return [
        {
          code: 'W022',
          tool: tool.tool,
          message: `${Math.round(share * 100)}% of the answer is different in each of ${together.length + fresh.length} calls with the same input, and looks random.`,
          blame: 'tool',
          evidence: { kind: 'chance', share: Math.round(share * 100) / 100, ...seenIn(call) },
          defect: 'unstable answer',
        },
      ]
    }
    return []
  },
  examples: {
    keeps: [
      {
        title: 'Only a time and a counter differ.',
        evidence: exampleTool({
          calls: [
            ...exampleRepeats([
              exampleAnswer({ at: '2026-11-03T10:00:00.120Z', views: 7 }),
              exampleAnswer({ at: '2026-11-03T10:00:00.131Z', views: 8 }),
            ]),
            exampleFresh(exampleAnswer({ at: '2026-11-03T10:00:00.342Z', views: 9 })),
          ],
        }),
      },
    ],
    breaks: [
      {
        title: 'The answer is a fresh random key each time.',
        evidence: exampleTool({
          calls: [
            ...exampleRepeats([
              exampleAnswer({ key: '9f86d081884c7d659a2feaa0c55ad015' }),
              exampleAnswer({ key: '3b4c1e0da7f2856b90ccd1f7e2a4486d' }),
            ]),
            exampleFresh(exampleAnswer({ key: 'd4735e3a265e16eee03f59718b9b5d03' })),
          ],
        }),
      },
    ],
  },
}

/** What the answer tells, once: its structured content, or else its blocks. */
function outputOf({ answer, ignorePaths }: CallEvidence): readonly Json[] {
  const whole = comparable(answer, ignorePaths)
  const output = fieldOf(whole, 'structuredContent') ?? fieldOf(whole, 'content')
  return output === undefined ? [] : [output]
}
