import { callOf, seenIn } from '../calls.ts'
import type { NestedCall } from '../effect-evidence.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleContract, exampleTool } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import type { ToolRule } from '../rule.ts'
import { list } from '../words.ts'

const HOW: Readonly<Record<NestedCall['how'], string>> = {
  handler: 'directly',
  client: 'through a client',
  process: 'through a second server process',
}

export const hiddenDependency: ToolRule = {
  code: 'E015',
  title: 'Hidden Dependency',
  why: 'What a tool calls is part of what it does: its permissions, its cost and its failures. A hidden call escapes all of them.',
  fix: 'Add the tool to `dependencies`, or take what both need into a function they share.',
  means:
    'During a call, the tool called another tool of the server that its `dependencies` do not name: by its handler, through a client, or through a second server process. Omitted dependencies declare none, and are held to that; where the calls of a tool could not be looked into, only written ones are reported as not checked (W027). A function that two tools share is no dependency. Also, a name in `dependencies` that the server does not list.',
  retest: { lookInside: true },
  seenFromOutside: true,
  scope: 'tool',
  check: (tool, { listed }) => [...hiddenCalls(tool), ...missingTools(tool, listed)],
  examples: {
    keeps: [
      {
        title: 'The tool calls one that it names.',
        evidence: exampleTool({
          contract: exampleContract({ dependencies: ['create_invoice'] }),
          nestedCalls: [{ to: 'create_invoice', how: 'handler', call: 1 }],
        }),
      },
    ],
    breaks: [
      {
        title: 'The tool calls one that it does not name.',
        evidence: exampleTool({
          contract: exampleContract({ dependencies: [] }),
          nestedCalls: [{ to: 'create_invoice', how: 'handler', call: 1 }],
        }),
      },
      {
        title: 'The contract names a tool that does not exist.',
        evidence: exampleTool({ contract: exampleContract({ dependencies: ['create_invoices'] }) }),
      },
    ],
  },
}

function hiddenCalls(tool: ToolEvidence): readonly Finding[] {
  if (tool.contract === undefined) return []
  const declared = tool.contract.promised.dependencies ?? []
  const hidden = tool.nestedCalls.filter(({ to }) => to !== tool.tool && !declared.includes(to))
  return hidden.map(({ to, how, call }) => ({
    code: 'E015',
    tool: tool.tool,
    message: `The tool calls '${to}' ${HOW[how]}; the contract declares ${declared.length === 0 ? 'no dependencies' : `only ${list(declared, 5)}`}.`,
    blame: 'tool',
    evidence: { kind: 'call', target: to, how, ...seenIn(callOf(tool, call)) },
    at: ['guarantees', 'dependencies'],
    defect: `calls ${to}`,
  }))
}

function missingTools({ tool, contract }: ToolEvidence, listed: readonly string[]): readonly Finding[] {
  return (contract?.promised.dependencies ?? []).flatMap((name, index) => {
    if (listed.includes(name)) return []
    return {
      code: 'E015',
      tool,
      message: `The contract depends on '${name}', which the server does not list. It lists ${list(listed, 5) || 'no tools'}.`,
      blame: 'contract',
      evidence: { kind: 'dependency', target: name },
      at: ['guarantees', 'dependencies', index],
      fix: 'Write the name exactly as the server lists it, or remove it.',
      defect: `dependency ${name}`,
    }
  })
}
