import { basename } from 'node:path'
import type { RunEvidence, Sight } from '../judge/evidence.ts'
import { ruleOf } from '../judge/rules/index.ts'
import type { EffectSight, PartialRun, Report, ReportedError, ReportedTool, StaleEntry } from '../judge/report.ts'
import { summarize } from '../judge/summary.ts'
import { groupBy } from '../judge/group-by.ts'
import type { InspectionInput } from './inspect.ts'
import { type Launch, isContained } from './process/launch.ts'
import { type Conclusion, isOfServer, reportError, reportTool } from './reported.ts'
import { staleIgnores, staleServerIgnores } from './stale-ignores.ts'
import { asWritten } from './request/written-server.ts'

/** The report: findings with their severity and place, and what was seen and not seen. */
export function conclude(concluded: Omit<Conclusion, 'contracts'>): Report {
  const { evidence, findings, subject, startedAt } = concluded
  const contracts = new Map(subject.contracts.contracts.map((contract) => [contract.tool, contract]))
  const conclusion = { ...concluded, contracts }
  const { request, launch } = subject
  const judged = new Set(evidence.tools.map(({ tool }) => tool))
  const byTool = groupBy(findings, ({ tool }) => tool)
  const tools = evidence.tools.map((seen) => reportTool(seen, byTool.get(seen.tool) ?? [], conclusion))
  const errors = findings
    .filter(({ tool, code }) => tool === null || !judged.has(tool) || ruleOf(code)?.isAboutContract === true)
    .map((finding) => reportError(finding, conclusion))
  const partial = partialOf(evidence, launch)
  return {
    version: 1,
    surety: request.suretyVersion,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    server: serverFacts(subject),
    sandbox: { layers: layersOf(launch), contained: isContained(launch), effects: sights(evidence) },
    tools,
    errors,
    stale: partial === undefined ? staleEntries(tools, errors, conclusion) : [],
    summary: summarize(tools, errors, partial),
    ...(partial !== undefined && { partial }),
  }
}

/** What an early end left out. */
function partialOf({ tools }: RunEvidence, { stop: { reason } }: Launch): PartialRun | undefined {
  if (reason === undefined) return undefined
  const left = tools.filter(({ unfinished }) => unfinished !== undefined)
  const having = (called: boolean): readonly string[] =>
    left.filter(({ calls }) => calls.length > 0 === called).map(({ tool }) => tool)
  return { reason, notCalled: having(false), cutShort: having(true) }
}

/** With `--input` one thing is looked for: nothing else is stale. */
function staleEntries(
  tools: readonly ReportedTool[],
  errors: readonly ReportedError[],
  conclusion: Conclusion,
): readonly StaleEntry[] {
  const { contracts, evidence, subject, startedAt } = conclusion
  if (subject.request.input !== undefined) return []
  const today = startedAt.toISOString().slice(0, 10)
  const ofTools = tools.flatMap((tool) => staleIgnores(tool, contracts.get(tool.tool), today, evidence.observable))
  const { config } = subject.prepared
  if (evidence.narrowed) return ofTools
  const found = [
    ...errors.filter(({ tool }) => tool === null),
    ...tools.flatMap(({ findings }) => findings.filter(isOfServer)),
  ]
  return [...ofTools, ...staleServerIgnores(config, basename(config.file ?? ''), found, today, evidence.observable)]
}

function serverFacts({ prepared, opened: { info } }: InspectionInput): Report['server'] {
  const server = asWritten(prepared)
  return {
    name: info.name ?? null,
    version: info.version ?? null,
    protocolVersion: info.protocolVersion,
    command: server.kind === 'stdio' ? [server.command, ...server.args] : null,
    url: server.kind === 'http' ? server.url : null,
  }
}

function layersOf({ server, layers }: Launch): string[] {
  if (server.kind === 'http') return []
  const names = ['L1', 'L2', 'L3'] as const
  return ['L0', ...names.filter((name) => layers[name].works)]
}

function sights({ observable }: RunEvidence): Report['sandbox']['effects'] {
  const { filesystem, network, process, memory, toolCalls } = observable
  return {
    filesystem: sight(filesystem),
    network: sight(network),
    process: sight(process),
    memory: sight(memory),
    toolCalls: sight(toolCalls),
  }
}

function sight(seen: Sight): EffectSight {
  return seen.how === 'unseen' ? 'not observable' : seen.how
}
