import type { ContractProblem } from '../evidence.ts'
import { exampleContract, exampleRun, exampleTool } from '../example-evidence.ts'
import type { Finding } from '../finding.ts'
import type { RunRule } from '../rule.ts'

export const contractInvalid: RunRule = {
  code: 'E001',
  title: 'Contract Invalid',
  why: 'A contract that cannot be read, or that contradicts itself, promises nothing: whatever it was meant to guard is unguarded.',
  fix: 'Correct the contract file at the place named.',
  means:
    'A contract file or a folder of them cannot be read; or a file is no valid YAML or TypeScript, has an unknown or missing key, a value out of range, an expression that does not compile, a schema that does not resolve, or the same `tool` as another file; or a declared test that expects no error, or an example, breaks a precondition of its own contract or does not fit its schemas: then it is not called. Sizes are a number and b, kb, mb or gb in any case, and kb is 1024 bytes.',
  retest: { needsNoRetest: true },
  isAboutContract: true,
  scope: 'run',
  check: ({ contractProblems, tools }) => [
    ...contractProblems.map((problem) => findingOf(problem, problem.tool ?? null)),
    ...tools.flatMap(({ tool, contract }) => (contract?.problems ?? []).map((problem) => findingOf(problem, tool))),
  ],
  examples: {
    keeps: [
      {
        title: 'Every contract could be read.',
        evidence: exampleRun({ tools: [exampleTool({ contract: exampleContract() })] }),
      },
    ],
    breaks: [
      {
        title: 'A size has a unit that does not exist.',
        evidence: exampleRun({
          contractProblems: [
            {
              file: 'tools/fetch_user.yaml',
              line: 9,
              column: 20,
              message: "max_output_size is '10kib'; write a number and b, kb, mb or gb.",
              tool: 'fetch_user',
            },
          ],
        }),
      },
    ],
  },
}

function findingOf({ file, line, column, message, fix }: ContractProblem, tool: string | null): Finding {
  return {
    code: 'E001',
    tool,
    message,
    blame: 'contract',
    evidence: { kind: 'contract', file, line, column, problem: message },
    place: { file, line, column },
    ...(fix === undefined ? {} : { fix }),
    defect: `contract ${file}:${line}:${column} ${message}`,
  }
}
