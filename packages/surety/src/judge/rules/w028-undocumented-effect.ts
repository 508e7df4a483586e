import { namesEffect } from '../effect-names.ts'
import { describeEffects, effectEvidence } from '../effect-words.ts'
import { byGroup, effectDefect, isScratch, isSome } from '../effects.ts'
import { exampleContract, exampleTool, exampleWrite } from '../example-evidence.ts'
import type { ToolRule } from '../rule.ts'

export const undocumentedEffect: ToolRule = {
  code: 'W028',
  title: 'Undocumented Effect',
  why: 'INV-MCP-002: the description is all that a model reads before it calls. An effect that is not in it comes as a surprise.',
  fix: 'Name the effect in the description: what is written, deleted, contacted or started.',
  means:
    'The tool had an effect that neither its description nor its title tells of, in any of the usual words for that kind of effect. Effects that already break the contract or an annotation are reported as that instead, and a temporary file that is gone when the call ends is nothing to tell.',
  scope: 'tool',
  check(tool) {
    const untold = tool.effects.filter((effect) => !isScratch(effect) && !namesEffect(tool.definition, effect))
    return [...byGroup(untold)].flatMap(([group, effects]) => {
      if (!isSome(effects)) return []
      return {
        code: 'W028',
        tool: tool.tool,
        message: `The tool ${describeEffects(effects)}, which its description does not tell.`,
        blame: 'tool',
        evidence: effectEvidence(effects, tool),
        defect: effectDefect(group),
      }
    })
  },
  examples: {
    keeps: [
      {
        title: 'The description says that results are cached.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', description: 'Return a user and cache it in a temporary file.' },
          contract: exampleContract({ sideEffects: 'filesystem' }),
          effects: [exampleWrite('/tmp/user.json', { place: 'temp' })],
        }),
      },
    ],
    breaks: [
      {
        title: 'The description says nothing of a file.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', description: 'Return a user.' },
          contract: exampleContract({ sideEffects: 'filesystem' }),
          effects: [exampleWrite('/tmp/user.json', { place: 'temp' })],
        }),
      },
    ],
  },
}
