import type { DeclaredToolContract } from '@surety/tool-contracts'
import { z } from 'zod'
import { bind } from '../../packages/surety/src/author/bind.ts'
import { codeData } from '../../packages/surety/src/author/code/code-data.ts'
import { readContract } from '../../packages/surety/src/author/read-contract.ts'
import type { Effect } from '../../packages/surety/src/judge/effect-evidence.ts'
import { exampleRun, exampleTool } from '../../packages/surety/src/judge/example-evidence.ts'
import { judge } from '../../packages/surety/src/judge/judge.ts'
import { callEvidence } from '../../packages/surety/src/run/evidence/call-evidence.ts'
import { contractEvidence } from '../../packages/surety/src/run/evidence/contract-evidence.ts'
import { readOutput } from '../../packages/surety/src/run/call/output.ts'
import type { Performed } from '../../packages/surety/src/run/call/perform.ts'
import type { Subject } from '../../packages/surety/src/run/plan/subject.ts'
import type { Promises, Result } from './row.ts'

export function contractOf(toolName: string, promises: Promises): DeclaredToolContract {
  return {
    toolName,
    description: 'Does what the row says.',
    inputSchema: z.object({}),
    outputSchema: z.unknown(),
    capabilities: ['EXECUTE'],
    examples: [{ input: {} }],
    ...promises,
  }
}

/** The contract as a file of the runner's. */
export function contractFile(toolName: string, promises: Promises): string {
  return JSON.stringify(codeData(contractOf(toolName, promises)))
}

/** The findings of the rules on answers, codes and effects. */
const JUDGED = new Set(['E007', 'E009', 'E012', 'E017'])

export function isFound({ code }: { readonly code: string }): boolean {
  return JUDGED.has(code)
}

const AROUND = { processes: [], acceptedNeighbours: new Map() }
const DONE: Result = { content: [] }

/** What the runner's rules find, what it reads as output, and which code. */
export async function judgedByRunner(promises: Promises, result: Result = DONE, effects: readonly Effect[] = []) {
  const source = { path: '/project/tools/t.yaml', file: 'tools/t.yaml' }
  const read = readContract(contractFile('t', promises), source)
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'))
  const [test] = read.contract.tests
  const bound = bind(read.contract, {})
  const subject = {
    tool: 't',
    listed: { name: 't' },
    contract: read.contract,
    ...bound,
    network: [],
    contradicted: new Map(),
  }
  const performed = {
    planned: { id: 1, purpose: 'test', input: {}, test, testIndex: 0 },
    subject,
    reply: { kind: 'result', result, bytes: 1, sentAt: 1, endedAt: 2 },
    process: 1,
  } as unknown as Performed
  const call = await callEvidence(performed, AROUND)
  const contract = contractEvidence(subject as unknown as Subject)
  const findings = judge(exampleRun({ tools: [exampleTool({ tool: 't', contract, calls: [call], effects })] }))
  const { answer } = call
  return {
    keeps: !findings.some(isFound),
    output: answer.kind === 'result' ? readOutput(answer, bound.output) : undefined,
    code: answer.kind === 'result' ? answer.errorCode : undefined,
  }
}
