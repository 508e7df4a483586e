import { describeEffects, effectEvidence, filesDeclared } from '../effect-words.ts'
import {
  EFFECT_GROUPS,
  type EffectGroup,
  effectDefect,
  isSome,
  undeclaredEffects,
  undeclaredStartConnects,
  unexplainedEffects,
} from '../effects.ts'
import type { Effect } from '../effect-evidence.ts'
import type { Promised, RunEvidence, ToolEvidence } from '../evidence.ts'
import { exampleContract, exampleRun, exampleTool, exampleWrite } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import type { RunRule } from '../rule.ts'
import { list } from '../words.ts'
import { keptByServer, keptUnderContract } from './own-state.ts'

type OtherGroup = Exclude<EffectGroup, 'project'>
const GROUPS = EFFECT_GROUPS.filter((group): group is OtherGroup => group !== 'project')

const FIX: Readonly<Record<OtherGroup, string>> = {
  files: 'Write nothing outside the project; for temporary files declare `side_effects: filesystem`.',
  network: 'Do not connect, or add the endpoint to `guarantees.network`.',
  process: 'End every process that a call starts before it answers.',
}

export const undeclaredEffect: RunRule = {
  code: 'E017',
  title: 'Undeclared Effect',
  why: 'INV-MCP-002: an effect that no contract names is one that nobody weighed, allowed, or will look for.',
  fix: 'Do without the effect, or declare it: `side_effects: filesystem` for temporary files, `network` for endpoints.',
  means:
    'Besides what E012 says of the project: a file elsewhere on the disk was changed (under `$TMPDIR` and `/tmp` only without `side_effects: filesystem`; with it, new files in the home’s folders for caches, settings and logs are W032), a device, a kernel setting, a key or a mount among them, a connection was tried to an endpoint that `network` does not list or a socket opened that needs none (packet, raw, netlink, vsock), or a process was detached or outlived the server. One finding for each of the three. Where a contract says nothing of the network, it allows what `server.network` in surety.yaml lets the whole server reach. An endpoint goes by the name that was looked up for it; `localhost` stands for every loopback address. A connection that the sandbox refused was tried all the same; one that the server made while it started, beyond loopback, belongs to no tool and is told of the server. A child that ends with the call is no effect of its own. What the shim of a version manager writes to the manager’s own folders is nobody’s effect; what a login shell writes before it starts a program may be its profile’s, and is W032.',
  yieldsTo: ['E012'],
  seenFromOutside: true,
  scope: 'run',
  check: (run) => [
    ...run.tools.flatMap(effectsOf),
    ...GROUPS.flatMap((group) =>
      unexplainedEffects(withoutKept(run), group).map((effects) => ({
        code: 'E017',
        tool: null,
        message: `The server ${describeEffects(effects)}, which no contract allows and no single call reproduced.`,
        blame: 'tool' as const,
        evidence: effectEvidence(effects, undefined),
        fix: FIX[group],
        defect: effectDefect(group),
      })),
    ),
    ...undeclaredStartConnects(run).map((effects) => ({
      code: 'E017',
      tool: null,
      message: `The server ${describeEffects(effects)} while it started, which no contract allows: what its tools do over that connection cannot be seen.`,
      blame: 'tool' as const,
      evidence: effectEvidence(effects, undefined),
      fix: 'Connect in the calls that need it, or add the endpoint to their `guarantees.network`.',
      defect: effectDefect('network'),
    })),
  ],
  examples: {
    keeps: [
      {
        title: 'The server may reach the endpoint, and the contract says nothing of the network.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ serverNetwork: ['api.example.com:443'] }),
              effects: [{ kind: 'connect', target: 'api.example.com:443', outcome: 'lasting', call: 1 }],
            }),
          ],
        }),
      },
      {
        title: 'The endpoint is declared.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ network: ['api.example.com:443'] }),
              effects: [{ kind: 'connect', target: 'api.example.com:443', outcome: 'refused', call: 1 }],
            }),
          ],
        }),
      },
    ],
    breaks: [
      {
        title: 'The server may reach the endpoint, but this tool says that it uses no network.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ network: 'none', serverNetwork: ['api.example.com:443'] }),
              effects: [{ kind: 'connect', target: 'api.example.com:443', outcome: 'lasting', call: 1 }],
            }),
          ],
        }),
      },
      {
        title: 'A tool that declares no network calls home.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ sideEffects: 'none' }),
              effects: [{ kind: 'connect', target: 'telemetry.example.com:443', outcome: 'refused', call: 1 }],
            }),
          ],
        }),
      },
      {
        title: 'A tool that promises no side effects leaves a temporary file.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              contract: exampleContract({ sideEffects: 'none' }),
              effects: [exampleWrite('/tmp/cache.json', { place: 'temp' })],
            }),
          ],
        }),
      },
    ],
  },
}

function withoutKept(run: RunEvidence): RunEvidence {
  const kept: ReadonlySet<Effect> = new Set(keptByServer(run))
  return {
    ...run,
    server: { ...run.server, unexplained: run.server.unexplained.filter((effect) => !kept.has(effect)) },
  }
}

function effectsOf(tool: ToolEvidence): readonly Finding[] {
  const { contract } = tool
  if (contract === undefined) return []
  const kept: ReadonlySet<Effect> = new Set(keptUnderContract(tool))
  const undeclared = undeclaredEffects(tool)
  return GROUPS.flatMap((group) => {
    const effects = (undeclared.get(group) ?? []).filter((effect) => !kept.has(effect))
    if (!isSome(effects)) return []
    return {
      code: 'E017',
      tool: tool.tool,
      message: `The tool ${describeEffects(effects)}; ${declared(group, contract.promised)}.`,
      blame: 'tool',
      evidence: effectEvidence(effects, tool),
      at: ['guarantees', group === 'network' ? 'network' : 'side_effects'],
      fix: FIX[group],
      defect: effectDefect(group),
    }
  })
}

function declared(group: OtherGroup, promised: Promised): string {
  if (group === 'process') return 'no contract allows a process that goes on'
  if (group === 'files') return `the contract declares ${filesDeclared(promised)}`
  const { serverNetwork, network = serverNetwork } = promised
  return typeof network === 'object' && network.length > 0
    ? `${promised.network === undefined ? 'the server may reach' : 'the contract declares'} only ${list(network)}`
    : 'the contract declares no network'
}
