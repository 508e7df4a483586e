import type { Problem } from '../../author/contract-file.ts'
import type { ContractProblem, RunEvidence, ServerEvidence, ToolEvidence } from '../../judge/evidence.ts'
import { isDuring } from './call-evidence.ts'
import type { Contracts } from '../request/contracts.ts'
import { startConnectsOf } from './effects.ts'
import type { Gathered } from '../call/gathering.ts'
import type { Launch } from '../process/launch.ts'
import type { LockedServer } from '../request/locked.ts'
import { observableOf } from './observable.ts'
import type { Opened } from '../process/open-server.ts'
import { NO_PASS } from '../call/pass.ts'
import type { TestRequest } from '../request/request.ts'
import type { ServerProcess } from '../process/server-process.ts'

interface Facts {
  readonly request: TestRequest
  readonly contracts: Contracts
  readonly opened: Opened
  readonly launch: Launch
  readonly gathered: Gathered | undefined
  readonly lock: LockedServer | undefined
  readonly canaries: readonly string[]
}

/** Everything the run saw, of the tools and of the server as a whole. */
export function runEvidence(tools: readonly ToolEvidence[], facts: Facts): RunEvidence {
  const { request, opened, launch, gathered } = facts
  const { contracts, problems } = facts.contracts
  const narrowed = request.tools.length > 0
  const chosen = (tool: string | undefined): boolean => !narrowed || tool === undefined || request.tools.includes(tool)
  return {
    tools,
    listed: opened.tools.map(({ name }) => name),
    contracts: contracts.map(({ tool, file, guarantees: { dependencies = [] } }) => ({
      tool,
      file,
      dependencies,
      asked: chosen(tool),
    })),
    contractProblems: problems.filter(({ tool }) => chosen(tool)).map(contractProblem),
    narrowed,
    server: serverEvidence(facts),
    observable: observableOf(launch, gathered?.pass ?? NO_PASS, tools),
    canaries: facts.canaries,
  }
}

function serverEvidence({ launch: { server }, opened, gathered, lock }: Facts): ServerEvidence {
  const { processes = [], performed = [] } = gathered?.pass ?? {}
  const noiseOutsideCalls = processes.flatMap(({ noise, number }) => {
    const calls = performed.filter(({ process }) => process === number)
    return noise.filter((one) => !calls.some((call) => isDuring(one, call)))
  })
  return {
    protocolVersion: opened.info.protocolVersion,
    noise: [...new Set(noiseOutsideCalls.map(({ line }) => line))],
    unexplained: gathered?.unexplained ?? [],
    ...(server.kind === 'stdio' ? { network: server.network } : { isRemote: true as const }),
    startConnects: processes.flatMap((process) => startConnectsOf(process)),
    protocolProblems: [...new Set([...opened.problems, ...unattributedProblems(processes)])],
    ...(lock !== undefined && { lock: { ...lock, appeared: appearedIn(gathered, opened, lock) } }),
  }
}

/** What was done against the protocol in no tool's call. */
function unattributedProblems(processes: readonly ServerProcess[]): readonly string[] {
  const problems = processes.flatMap((process) => process.problems)
  return problems.flatMap(({ text, tool }) => (tool === undefined ? [text] : []))
}

function appearedIn(gathered: Gathered | undefined, { tools }: Opened, { removed }: LockedServer): readonly string[] {
  const known = new Set([...tools.map(({ name }) => name), ...removed])
  const ends = new Set(gathered?.pass.listings.flat().map(({ name }) => name))
  return [...ends].filter((name) => !known.has(name))
}

function contractProblem({ file, line, column, message, fix, tool }: Problem): ContractProblem {
  return { file, line, column, message, ...(fix !== undefined && { fix }), ...(tool !== undefined && { tool }) }
}
