import { exampleContract, exampleTool } from '../example-evidence.ts'
import { furtherEffect } from '../further-effect.ts'
import type { ToolRule } from '../rule.ts'

const contract = exampleContract({ idempotent: true })
const step = { answer: '"saved"', digest: 'a1', files: 1, bytes: 20 }

export const idempotencyBroken: ToolRule = {
  code: 'E010',
  title: 'Idempotency Broken',
  why: 'INV-MCP-004: an idempotent tool is retried after a time-out without a second thought. If the repeat acts again, the retry does the harm it was meant to avoid.',
  fix: 'Make the repeat find the work done already, or declare `idempotent: false`.',
  means:
    'The contract claims `idempotent: true`, and the same call again, tried in two fresh processes, has a further effect: the files change again in both alike, or the answers within a process differ while the processes agree call by call. What clock or chance explain is no evidence, and tools annotated as read-only are not judged.',
  retest: { repetition: true },
  seenFromOutside: true,
  scope: 'tool',
  check({ tool, contract, definition, repetition }) {
    if (contract?.promised.idempotent !== true || repetition === undefined) return []
    if (definition.annotations?.readOnlyHint === true) return []
    const effect = furtherEffect(repetition)
    if (effect === undefined) return []
    return [
      {
        code: 'E010',
        tool,
        message: `Repeating the call has a further effect: ${effect}; the contract declares idempotent: true.`,
        blame: 'tool',
        evidence: { kind: 'repetition', effect, input: repetition.input },
        at: ['idempotent'],
        defect: 'repetition',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'The second call leaves everything as the first one did.',
        evidence: exampleTool({
          contract,
          repetition: {
            input: { id: 1 },
            runs: [
              [step, step],
              [step, step],
            ],
          },
        }),
      },
    ],
    breaks: [
      {
        title: 'Every call appends to the same file.',
        evidence: exampleTool({
          contract,
          repetition: {
            input: { id: 1 },
            runs: [
              [step, { ...step, digest: 'b2', bytes: 40 }],
              [step, { ...step, digest: 'b2', bytes: 40 }],
            ],
          },
        }),
      },
    ],
  },
}
