import { seenIn } from '../calls.ts'
import { exampleAnswer, exampleCall, exampleText, exampleTool } from '../example-evidence.ts'
import type { ToolRule } from '../rule.ts'
import { schemaBreach } from '../schema-breach.ts'
import { count } from '../words.ts'

const definition = { name: 'fetch_user', outputSchema: { type: 'object', required: ['name'] } }

export const outputViolatesSchema: ToolRule = {
  code: 'E007',
  title: 'Output Violates Schema',
  why: 'INV-MCP-001: whoever composes tools builds on the output schema. An answer that breaks it fails far away from its cause, and some clients refuse it outright.',
  fix: 'Answer with what fits the output schema, as structuredContent where the server declares one, or correct the schema.',
  means:
    'The structuredContent of an answer breaks the output schema of the tool, or is missing although there is one; likewise where a test names the schema in `expect.output_schema`. An error answer needs no structuredContent, but one that it carries must fit; one by which the official SDKs withhold a result (`Output validation error: …`) tells of that result. Where the server declares no output schema and the contract or the test gives one, an answer in text is held to it: JSON is read as data, and prose fits only a schema of text.',
  scope: 'tool',
  check(tool) {
    const broken = tool.calls.flatMap((call) => {
      const breach = schemaBreach(call, tool)
      return breach === undefined ? [] : [{ call, breach }]
    })
    const [first] = broken
    if (first === undefined) return []
    const { call, breach } = first
    return [
      {
        code: 'E007',
        tool: tool.tool,
        message: `${breach.message} Seen in ${count(broken.length, 'call')}.`,
        blame: 'tool',
        evidence: { kind: 'schema', ...(breach.path !== '' && { path: breach.path }), ...seenIn(call) },
        at: breach.at,
        defect: 'output schema',
      },
    ]
  },
  examples: {
    keeps: [
      {
        title: 'The output fits its schema.',
        evidence: exampleTool({
          definition,
          calls: [exampleCall({ answer: exampleAnswer({ name: 'Ada' }, { schemaIssues: [] }) })],
        }),
      },
      {
        title: 'An error answer carries no structuredContent.',
        evidence: exampleTool({
          definition,
          calls: [exampleCall({ expectsError: true, answer: exampleText('no such user', { isError: true }) })],
        }),
      },
    ],
    breaks: [
      {
        title: 'A number stands where the schema wants a string.',
        evidence: exampleTool({
          definition,
          calls: [
            exampleCall({
              answer: exampleAnswer(
                { name: 7 },
                { schemaIssues: [{ path: '/name', message: '/name must be text, but is 7.' }] },
              ),
            }),
          ],
        }),
      },
      {
        title: 'The contract alone has an output schema, and the text of the answer is other JSON.',
        evidence: exampleTool({
          calls: [
            exampleCall({
              answer: exampleText('{"nick":"ada"}', {
                schemaIssues: [
                  { path: '/name', message: '/name must be there, as the schema requires, but is missing.' },
                ],
              }),
            }),
          ],
        }),
      },
      {
        title: 'The SDK withholds the result, since it breaks the output schema.',
        evidence: exampleTool({
          definition,
          calls: [
            exampleCall({
              answer: exampleText(
                'MCP error -32602: Output validation error: Invalid structured content for tool fetch_user: name: expected string',
                { isError: true },
              ),
            }),
          ],
        }),
      },
      {
        title: 'The tool has an output schema and answers with text alone.',
        evidence: exampleTool({ definition, calls: [exampleCall({ answer: exampleText('Ada') })] }),
      },
    ],
  },
}
