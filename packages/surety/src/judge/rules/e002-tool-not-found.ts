import { exampleContract, exampleRun, exampleTool } from '../example-evidence.ts'
import type { RunRule } from '../rule.ts'
import { list } from '../words.ts'

export const toolNotFound: RunRule = {
  code: 'E002',
  title: 'Tool Not Found',
  why: 'A contract for a tool that does not exist guards nothing, and usually means that a tool was renamed while its promises stayed behind.',
  fix: 'Write the name exactly as the server lists it, or remove the contract.',
  means:
    "The `tool` of a contract is not in the server's listing, on any page of it. Upper and lower case count. In a run narrowed by `--tool`, the contracts of other tools are not judged.",
  retest: { needsNoRetest: true },
  scope: 'run',
  check: ({ contracts, listed, narrowed }) =>
    contracts
      .filter(({ tool, asked }) => !listed.includes(tool) && (!narrowed || asked === true))
      .map(({ tool, file }) => ({
        code: 'E002',
        tool,
        message: `The contract is for '${tool}', which the server does not list. It lists ${list(listed, 5) || 'no tools'}.`,
        blame: 'contract',
        evidence: { kind: 'tool', name: tool, file },
        at: ['tool'],
        file,
        defect: `not found ${file}`,
      })),
  examples: {
    keeps: [
      {
        title: 'The contract names a tool that the server lists.',
        evidence: exampleRun({ tools: [exampleTool({ contract: exampleContract() })] }),
      },
    ],
    breaks: [
      {
        title: 'The contract says fetchUser; the server lists fetch_user.',
        evidence: exampleRun({ contracts: [{ tool: 'fetchUser', file: 'tools/fetch_user.yaml', dependencies: [] }] }),
      },
    ],
  },
}
