import { answeredBy, callOf, seenIn } from '../calls.ts'
import type { RunEvidence, ToolEvidence } from '../evidence.ts'
import { exampleCall, exampleRun, exampleTool } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import type { RunRule } from '../rule.ts'
import { badRoots } from './schema-roots.ts'
import { more } from '../words.ts'

export const protocolError: RunRule = {
  code: 'E005',
  title: 'Protocol Error',
  why: 'Clients differ in what they forgive. One malformed answer or schema makes some of them drop the call, and others the whole list of tools.',
  fix: "Answer each request once, by its own id, with exactly one of `result` and `error` and with `content` as a list of content blocks; let the protocol's own library write the messages.",
  means:
    'An answer has neither result nor error, or content that is no list of content blocks, is not UTF-8, has no id or one of another type than was sent, comes twice, or answers what nobody asked (one that comes after its time limit is fine), each on the tool in whose call it came; a tool in the list has no name; the tools cannot be listed again at the end of the run; the server chose a protocol version that does not exist; an input schema is missing or has no `type: object` at its root, for which clients reject the whole list; or an output schema has an array or scalar at its root although a revision before 2026-07-28 was negotiated, whose clients reject the whole list for it.',
  scope: 'run',
  check: (run) => [
    ...run.tools.flatMap((tool) => [...malformedAnswers(tool), ...oddAnswers(tool), ...rootFindings(tool, run)]),
    ...run.server.protocolProblems.map((problem) => ({
      code: 'E005',
      tool: null,
      message: problem,
      blame: 'tool' as const,
      evidence: { kind: 'protocol', problem },
      defect: `protocol ${problem}`,
    })),
  ],
  examples: {
    keeps: [{ title: 'The call is answered by a result.', evidence: exampleRun() }],
    breaks: [
      {
        title: 'The content of a result is a text instead of a list.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              calls: [exampleCall({ answer: { kind: 'malformed', reason: 'content is a string, not a list' } })],
            }),
          ],
        }),
      },
      {
        title: 'A call is answered twice.',
        evidence: exampleRun({
          tools: [
            exampleTool({
              protocolProblems: [{ problem: 'The server answered tools/call of "fetch_user" twice.', call: 1 }],
            }),
          ],
        }),
      },
      {
        title: 'An input schema does not say that it is of an object.',
        evidence: exampleRun({
          tools: [exampleTool({ definition: { name: 'fetch_user', inputSchema: { properties: {} } } })],
        }),
      },
      {
        title: 'An output schema is an array, towards a client that knows only objects.',
        evidence: exampleRun({
          tools: [exampleTool({ definition: { name: 'fetch_user', outputSchema: { type: 'array' } } })],
        }),
      },
    ],
  },
}

function malformedAnswers(tool: ToolEvidence): readonly Finding[] {
  const [first, ...others] = answeredBy(tool, 'malformed')
  if (first === undefined) return []
  const { reason } = first.answer
  return [
    {
      code: 'E005',
      tool: tool.tool,
      message: `The answer is no valid message${more(others.length)}: ${reason}`,
      blame: 'tool',
      evidence: { kind: 'malformed', reason, ...seenIn(first) },
      defect: 'malformed',
    },
  ]
}

function oddAnswers(tool: ToolEvidence): readonly Finding[] {
  const problems = [...new Set(tool.protocolProblems.map(({ problem }) => problem))]
  return problems.map((problem) => {
    const seen = tool.protocolProblems.find((one) => one.problem === problem && one.call !== undefined)
    return {
      code: 'E005',
      tool: tool.tool,
      message: problem,
      blame: 'tool',
      evidence: { kind: 'protocol', problem, ...seenIn(callOf(tool, seen?.call)) },
      defect: `protocol ${problem}`,
    }
  })
}

function rootFindings(tool: ToolEvidence, run: RunEvidence): readonly Finding[] {
  return badRoots(tool, run).map(({ schema, type, message, fix, protocolVersion }) => ({
    code: 'E005',
    tool: tool.tool,
    message,
    blame: 'tool',
    evidence: {
      kind: 'schema',
      path: `${schema}/type`,
      ...(type !== undefined && { type }),
      ...(protocolVersion !== undefined && { protocolVersion }),
    },
    fix,
    defect: `${schema} root`,
  }))
}
