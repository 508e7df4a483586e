import { describeEffects, effectEvidence, filesDeclared } from '../effect-words.ts'
import { effectDefect, isSome, undeclaredEffects, unexplainedEffects } from '../effects.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleContract, exampleRun, exampleTool, exampleWrite } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import type { RunRule } from '../rule.ts'

const KEEP_OR_DECLARE = 'Leave the project as it is, or name the paths that may change in `guarantees.writes`'

export const sideEffectDetected: RunRule = {
  code: 'E012',
  title: 'Side Effect Detected',
  why: 'An agent calls a tool as often as it likes when nothing says that it changes something. A project that changes behind its back cannot be trusted, nor restored.',
  fix: `${KEEP_OR_DECLARE}, in place of \`side_effects: none\` where that stands.`,
  means:
    'A file under `mcp_root` was written, deleted, renamed or had its attributes changed, by the tool or a child of it, during the call or after the answer; an attempt that the system refused and a change that was undone count too. `side_effects: filesystem` allows temporary files only; `writes` allows the project paths it lists. A contract that mentions no effects allows none. Reading and probing are no effects, nor is what the server does while it starts.',
  seenFromOutside: true,
  scope: 'run',
  check: (run) => [
    ...run.tools.flatMap(changes),
    ...unexplainedEffects(run, 'project').map((effects) => ({
      code: 'E012',
      tool: null,
      message: `The server ${describeEffects(effects)} in the project, which no contract allows and no single call reproduced.`,
      blame: 'tool' as const,
      evidence: effectEvidence(effects, undefined),
      defect: effectDefect('project'),
    })),
  ],
  examples: {
    keeps: [
      {
        title: 'The tool writes where its contract says so.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ writes: ['data/**'] }),
              effects: [exampleWrite('data/users.json')],
            }),
          ],
        }),
      },
    ],
    breaks: [
      {
        title: 'A tool that promises no side effects writes notes.txt.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ sideEffects: 'none' }),
              effects: [exampleWrite('notes.txt')],
            }),
          ],
        }),
      },
    ],
  },
}

function changes(tool: ToolEvidence): readonly Finding[] {
  const effects = undeclaredEffects(tool).get('project') ?? []
  if (tool.contract === undefined || !isSome(effects)) return []
  const { promised } = tool.contract
  return [
    {
      code: 'E012',
      tool: tool.tool,
      message: `The tool ${describeEffects(effects)} in the project; the contract declares ${filesDeclared(promised)}.`,
      blame: 'tool',
      evidence: effectEvidence(effects, tool),
      at: ['guarantees', promised.writes.length > 0 ? 'writes' : 'side_effects'],
      fix: `${KEEP_OR_DECLARE}${promised.sideEffects === 'none' ? ', in place of `side_effects: none`' : ''}.`,
      defect: effectDefect('project'),
    },
  ]
}
