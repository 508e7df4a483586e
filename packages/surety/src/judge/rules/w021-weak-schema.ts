import type { Json } from '@surety/tool-contracts/tools'
import type { ToolEvidence } from '../evidence.ts'
import { exampleContract, exampleTool } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import { fieldOf } from '../json.ts'
import type { ToolRule } from '../rule.ts'
import { list } from '../words.ts'

export const weakSchema: ToolRule = {
  code: 'W021',
  title: 'Weak Schema',
  why: 'A contract that names a schema the tool does not have, or has by another name, holds the tool to something else than its author had in mind.',
  fix: 'Give the tool the schema that the contract names, or name the one it has.',
  means:
    "The contract names an output schema and the tool has none, or the name differs from the schema's own: its title, its $id, or the entry of $defs that its root refers to. A schema without a name of its own gives nothing to compare; nor does one written into the contract.",
  retest: { needsNoRetest: true },
  scope: 'tool',
  check: (tool) => [
    ...compare(tool, 'input_schema', tool.contract?.promised.inputSchemaName, tool.definition.inputSchema),
    ...compare(tool, 'output_schema', tool.contract?.promised.outputSchemaName, tool.definition.outputSchema),
  ],
  examples: {
    keeps: [
      {
        title: "The contract and the schema's title agree.",
        evidence: exampleTool({
          contract: exampleContract({ outputSchemaName: 'User' }),
          definition: { name: 'fetch_user', outputSchema: { title: 'User', type: 'object' } },
        }),
      },
    ],
    breaks: [
      {
        title: 'The contract names an output schema, and the tool has none.',
        evidence: exampleTool({ contract: exampleContract({ outputSchemaName: 'User' }) }),
      },
      {
        title: 'The schema calls itself Account.',
        evidence: exampleTool({
          contract: exampleContract({ outputSchemaName: 'User' }),
          definition: { name: 'fetch_user', outputSchema: { title: 'Account', type: 'object' } },
        }),
      },
    ],
  },
}

function compare(
  { tool }: ToolEvidence,
  key: 'input_schema' | 'output_schema',
  name: string | undefined,
  schema: Json | undefined,
): readonly Finding[] {
  if (name === undefined) return []
  const names = namesOf(schema)
  if (schema !== undefined && (names.length === 0 || names.includes(name))) return []
  const has = schema === undefined ? 'the tool has none' : `the tool's own is called ${list(names)}`
  return [
    {
      code: 'W021',
      tool,
      message: `The contract names the ${key.replace('_', ' ')} '${name}'; ${has}.`,
      blame: 'contract',
      evidence: { kind: 'schema', path: key, name, names },
      at: ['contract', key],
      defect: key,
    },
  ]
}

/** What a schema calls itself. */
export function namesOf(schema: Json | undefined): readonly string[] {
  const file = /([^/#:]+?)(?:\.schema)?(?:\.json)?#?$/.exec(textAt(schema, '$id'))?.[1]
  const entry = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(textAt(schema, '$ref'))?.[1]
  return [...new Set([textAt(schema, 'title'), file ?? '', entry ?? ''])].filter((name) => name !== '')
}

function textAt(schema: Json | undefined, key: string): string {
  const text = fieldOf(schema, key)
  return typeof text === 'string' ? text : ''
}
