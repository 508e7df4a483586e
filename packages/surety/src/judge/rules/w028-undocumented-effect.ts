import { namesEffect, namesKind } from './effect-names.ts'
import { describeEffects, effectEvidence } from '../effect-words.ts'
import { type EffectGroup, byGroup, effectDefect, isScratch, isSome, sureEffects } from '../effects.ts'
import type { Effect } from '../effect-evidence.ts'
import type { Promised, ToolDefinition } from '../evidence.ts'
import { exampleContract, exampleTool, exampleWrite } from '../example-evidence.ts'
import { keptUnderContract } from './own-state.ts'
import type { ToolRule } from '../rule.ts'
import { list } from '../words.ts'

export const undocumentedEffect: ToolRule = {
  code: 'W028',
  title: 'Undocumented Effect',
  why: 'INV-MCP-002: the description is all that a model reads before it calls. An effect that is not in it comes as a surprise.',
  fix: 'Name the effect in the description: what is written, deleted or contacted.',
  means:
    'A tool with a contract had an effect, or its contract names one in `writes` or `network`, that neither its description nor its title tells of, in any of the usual words for that kind of effect; `openWorldHint: true` tells of the network. Effects that already break the contract or an annotation are reported as that instead, and a temporary file that is gone when the call ends is nothing to tell; what the server keeps for itself is told as W032. Of a tool without a contract effects are listed as seen, and not warned of: by MCP’s defaults it may write and reach out.',
  yieldsTo: ['E012', 'E017', 'E019'],
  seenFromOutside: true,
  scope: 'tool',
  check(tool) {
    if (tool.contract === undefined) return []
    const kept: ReadonlySet<Effect> = new Set(keptUnderContract(tool))
    const untold = sureEffects(tool.effects).filter(
      (effect) =>
        effect.kind !== 'process' && !isScratch(effect) && !kept.has(effect) && !namesEffect(tool.definition, effect),
    )
    const had = byGroup(untold)
    const seen = [...had].flatMap(([group, effects]) => {
      if (!isSome(effects)) return []
      return {
        code: 'W028',
        tool: tool.tool,
        message: `The tool ${describeEffects(effects)}, which its description does not tell.`,
        blame: 'tool' as const,
        evidence: effectEvidence(effects, tool),
        defect: effectDefect(group),
      }
    })
    const declared = declaredUntold(tool.contract.promised, tool.definition)
      .filter(({ group }) => !had.has(group))
      .map(({ group, key, verb, names }) => ({
        code: 'W028',
        tool: tool.tool,
        message: `By its contract the tool may ${verb} ${list(names)}, which its description does not tell.`,
        blame: 'tool' as const,
        evidence: { kind: 'declared', part: key, all: names },
        at: ['guarantees', key],
        needsNoRetest: true as const,
        defect: effectDefect(group),
      }))
    return [...seen, ...declared]
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
      {
        title: 'An annotation says that it reaches out.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', description: 'Return a user.', annotations: { openWorldHint: true } },
          contract: exampleContract({ network: ['api.example.com:443'] }),
          effects: [{ kind: 'connect', target: 'api.example.com:443', outcome: 'lasting', call: 1 }],
        }),
      },
    ],
    breaks: [
      {
        title: 'The contract lets it change a file, of which the description says nothing.',
        evidence: exampleTool({
          definition: { name: 'fetch_user', description: 'Return a user.' },
          contract: exampleContract({ sideEffects: 'filesystem', writes: ['data/users.json'] }),
        }),
      },
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

interface Declared {
  readonly group: EffectGroup
  readonly key: 'writes' | 'network'
  readonly verb: string
  readonly names: readonly string[]
}

/** What the contract lists by name. `side_effects: filesystem` alone may be a temporary file, which is nothing to tell. */
function declaredUntold({ writes, network }: Promised, definition: ToolDefinition): readonly Declared[] {
  const hosts = network === 'any' ? ['any host'] : network === undefined || network === 'none' ? [] : network
  return [
    ...(writes.length === 0 || namesKind(definition, 'change')
      ? []
      : [{ group: 'project', key: 'writes', verb: 'change', names: writes } as const]),
    ...(hosts.length === 0 || namesKind(definition, 'network')
      ? []
      : [{ group: 'network', key: 'network', verb: 'connect to', names: hosts } as const]),
  ]
}
