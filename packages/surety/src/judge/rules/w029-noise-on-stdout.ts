import { seenIn } from '../calls.ts'
import type { ToolEvidence } from '../evidence.ts'
import { exampleCall, exampleRun, exampleTool } from '../example-evidence.ts'
import type { Finding, FindingEvidence } from '../finding.ts'
import type { RunRule } from '../rule.ts'
import { count, cut } from '../words.ts'

export const noiseOnStdout: RunRule = {
  code: 'W029',
  title: 'Noise on Stdout',
  why: 'Over stdio, stdout carries messages and nothing else. Some clients skip a stray line; others drop the connection.',
  fix: 'Log to stderr.',
  means:
    'The server printed lines on stdout that are no protocol messages: during a call, on the tool that was called; otherwise on the server. Noise never fails the call.',
  scope: 'run',
  check: ({ tools, server }) => [...tools.flatMap(noiseIn), ...findings(null, server.noise, { kind: 'noise' })],
  examples: {
    keeps: [{ title: 'Nothing but messages on stdout.', evidence: exampleRun() }],
    breaks: [
      {
        title: 'A leftover print in a tool.',
        evidence: exampleRun({ tools: [exampleTool({ calls: [exampleCall({ noise: ['fetching 123'] })] })] }),
      },
    ],
  },
}

function noiseIn({ tool, calls }: ToolEvidence): readonly Finding[] {
  const lines = calls.flatMap(({ noise }) => noise)
  return findings(tool, lines, { kind: 'noise', ...seenIn(calls.find(({ noise }) => noise.length > 0)) })
}

function findings(tool: string | null, lines: readonly string[], evidence: FindingEvidence): readonly Finding[] {
  const [first] = lines
  if (first === undefined) return []
  const line = cut(first.trim(), 100)
  return [
    {
      code: 'W029',
      tool,
      message: `Printed ${count(lines.length, 'line')} on stdout that ${lines.length === 1 ? 'is no message' : 'are no messages'}, such as ${JSON.stringify(line)}.`,
      blame: 'tool',
      evidence: { ...evidence, line, lines: lines.length },
      defect: 'noise',
    },
  ]
}
