import { exampleTool } from '../../packages/surety/src/judge/example-evidence.ts'
import type { ToolRule } from '../../packages/surety/src/judge/rule.ts'

export const tooShort: ToolRule = {
  code: 'W099',
  title: 'Too Short',
  why: 'A model needs more than a few letters.',
  fix: 'Say more.',
  means: 'The description has fewer than 1000 letters.',
  retest: { needsNoRetest: true },
  scope: 'tool',
  check: ({ tool, definition: { description = '' } }) =>
    description.length >= 1000
      ? []
      : [
          {
            code: 'W099',
            tool,
            message: 'The description is short.',
            blame: 'tool',
            evidence: { kind: 'text' },
            defect: 'short',
          },
        ],
  examples: {
    keeps: [
      { title: 'A long one.', evidence: exampleTool({ definition: { name: 'a', description: 'x'.repeat(1000) } }) },
    ],
    breaks: [{ title: 'A short one.', evidence: exampleTool({ definition: { name: 'a', description: 'x' } }) }],
  },
}
