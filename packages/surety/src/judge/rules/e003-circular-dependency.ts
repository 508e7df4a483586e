import type { ContractSummary, RunEvidence } from '../evidence.ts'
import { exampleRun } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import type { RunRule } from '../rule.ts'
import { cyclesIn } from './cycles.ts'

export const circularDependency: RunRule = {
  code: 'E003',
  title: 'Circular Dependency',
  why: 'Tools that need each other in a circle can never be put in an order, and a call to any of them may never end.',
  fix: 'Break the circle: move what the tools share into a tool of its own that depends on none of them.',
  means:
    'Following `dependencies` from contract to contract leads back to where it started; a tool that depends on itself is the shortest circle. Each circle is reported once, whichever of its contracts is read first.',
  retest: { needsNoRetest: true },
  scope: 'run',
  check(run) {
    const files = new Map(run.contracts.map((contract) => [contract.tool, contract]))
    const needs = new Map(run.contracts.map(({ tool, dependencies }) => [tool, dependencies]))
    return cyclesIn(needs)
      .filter((cycle) => !run.narrowed || cycle.some((tool) => isAsked(tool, files.get(tool), run)))
      .map((cycle) => findingOf(cycle, files.get(cycle[0] ?? '')))
  },
  examples: {
    keeps: [
      {
        title: 'The tool create_report needs fetch_user, which needs nothing.',
        evidence: exampleRun({
          contracts: [
            { tool: 'create_report', file: 'tools/create_report.yaml', dependencies: ['fetch_user'] },
            { tool: 'fetch_user', file: 'tools/fetch_user.yaml', dependencies: [] },
          ],
        }),
      },
    ],
    breaks: [
      {
        title: 'The tool create_report needs fetch_user, which needs create_report.',
        evidence: exampleRun({
          contracts: [
            { tool: 'create_report', file: 'tools/create_report.yaml', dependencies: ['fetch_user'] },
            { tool: 'fetch_user', file: 'tools/fetch_user.yaml', dependencies: ['create_report'] },
          ],
        }),
      },
    ],
  },
}

function findingOf(cycle: readonly string[], first: ContractSummary | undefined): Finding {
  const circle = [...cycle, ...cycle.slice(0, 1)].join(' → ')
  return {
    code: 'E003',
    tool: null,
    message: `These tools depend on each other in a circle: ${circle}.`,
    blame: 'contract',
    evidence: { kind: 'cycle', path: circle, tools: cycle },
    at: ['guarantees', 'dependencies'],
    ...(first === undefined ? {} : { file: first.file }),
    defect: `cycle ${circle}`,
  }
}

function isAsked(tool: string, contract: ContractSummary | undefined, run: RunEvidence): boolean {
  return contract?.asked === true || run.tools.some((judged) => judged.tool === tool)
}
