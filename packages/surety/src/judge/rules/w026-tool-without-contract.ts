import { exampleContract, exampleRun, exampleTool } from '../example-evidence.ts'
import type { RunRule } from '../rule.ts'
import { count, list } from '../words.ts'

const FIX_REMOTE = 'Write a contract; `surety init --url …` drafts one for every tool.'

export const toolWithoutContract: RunRule = {
  code: 'W026',
  title: 'Tool Without Contract',
  why: 'What promises nothing can break no promise: nobody is told what the tool may touch, and nothing holds it to anything.',
  fix: 'Write a contract; `surety init` drafts one for every tool from what it sees.',
  means:
    'The server lists a tool for which there is no contract. It is called only with `--explore`, or where there are no contracts at all; then this is said once for the whole run. A tool whose contract could not be read is not counted, and while it is not known whose contract that is, none is.',
  retest: { needsNoRetest: true },
  ignoredByConfiguration: true,
  neverIgnored: true,
  scope: 'run',
  check({ tools, contracts, contractProblems, server }) {
    const withBrokenContract = new Set(contractProblems.map(({ tool }) => tool))
    if (withBrokenContract.has(undefined)) return []
    const withoutContract = tools.filter(
      ({ tool, contract }) => contract === undefined && !withBrokenContract.has(tool),
    )
    if (withoutContract.length === 0) return []
    const names = withoutContract.map(({ tool }) => tool)
    const fix = server.isRemote === true ? { fix: FIX_REMOTE } : {}
    if (contracts.length === 0 && contractProblems.length === 0) {
      return [
        {
          code: 'W026',
          tool: null,
          message: `There are no contracts; ${count(names.length, 'tool')} promised nothing: ${list(names, 5)}.`,
          blame: 'contract',
          evidence: { kind: 'no contracts', tools: names },
          ...fix,
          defect: 'no contracts',
        },
      ]
    }
    return names.map((tool) => ({
      code: 'W026',
      tool,
      message: `The server lists '${tool}', and there is no contract for it.`,
      blame: 'contract',
      evidence: { kind: 'no contract', name: tool },
      ...fix,
      defect: 'no contract',
    }))
  },
  examples: {
    keeps: [
      {
        title: 'Every tool has a contract.',
        evidence: exampleRun({ tools: [exampleTool({ contract: exampleContract() })] }),
      },
    ],
    breaks: [
      {
        title: 'One tool of two has a contract.',
        evidence: exampleRun({
          tools: [exampleTool({ contract: exampleContract() }), exampleTool({ tool: 'create_invoice', calls: [] })],
        }),
      },
    ],
  },
}
