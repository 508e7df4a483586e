import type { ContractFile } from '../author/contract-file.ts'
import type { Effect, NestedCall } from '../judge/effect-evidence.ts'
import type { RunEvidence, Sight, ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type {
  EffectSight,
  FileLocation,
  Observed,
  Report,
  ReportedError,
  ReportedFinding,
  ReportedTool,
} from '../judge/report.ts'
import type { Rule } from '../judge/rule.ts'
import { notChecked } from '../judge/not-checked.ts'
import { breaksPromise } from '../judge/promises.ts'
import { RULES } from '../judge/rules/index.ts'
import { statusOf, summarize } from '../judge/summary.ts'
import { effectKey } from './effects.ts'
import { groupBy } from './group-by.ts'
import type { Inspected } from './inspect.ts'
import { type Launch, isContained } from './launch.ts'
import { replayCommand } from './replay.ts'

export interface Conclusion {
  readonly evidence: RunEvidence
  readonly findings: readonly Finding[]
  readonly subject: Inspected
  readonly startedAt: Date
}

/** The report: findings with their severity and place, and what was seen and not seen. */
export function conclude(conclusion: Conclusion): Report {
  const { evidence, findings, subject, startedAt } = conclusion
  const { request, launch } = subject
  const judged = new Set(evidence.tools.map(({ tool }) => tool))
  const byTool = groupBy(findings, ({ tool }) => tool)
  const tools = evidence.tools.map((seen) => reportTool(seen, byTool.get(seen.tool) ?? [], conclusion))
  const errors = findings
    .filter(({ tool, code }) => tool === null || !judged.has(tool) || code === 'E001')
    .map((finding) => reportError(finding, conclusion))
  return {
    version: 1,
    surety: request.surety,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    server: serverFacts(subject),
    sandbox: { layers: layersOf(launch), contained: isContained(launch), effects: sights(evidence) },
    tools,
    errors,
    summary: summarize(tools, errors),
  }
}

function serverFacts({ launch: { server }, opened: { info } }: Inspected): Report['server'] {
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

function reportTool(seen: ToolEvidence, about: readonly Finding[], conclusion: Conclusion): ReportedTool {
  const own = about.filter(({ code }) => code !== 'E001')
  const findings = own.map((finding) => reportFinding(finding, seen.tool, conclusion))
  return {
    tool: seen.tool,
    contract: seen.contract?.file ?? null,
    status: statusOf({ findings, calls: seen.calls.length }),
    durationMs: Math.round(seen.calls.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    calls: seen.calls.length,
    findings,
    observed: observedOf(seen.effects, seen.nestedCalls),
    notChecked: notChecked(seen, conclusion.evidence).filter(
      ({ promise }) => !own.some((finding) => breaksPromise(finding, promise)),
    ),
  }
}

function reportFinding(finding: Finding, tool: string, conclusion: Conclusion): ReportedFinding {
  const { code, message, blame, evidence } = finding
  const rule = ruleOf(code)
  const known = isIgnored(finding, conclusion)
  return {
    code,
    severity: severityOf(code),
    fails: !known && failsRun(code, conclusion),
    title: rule.title,
    tool,
    message,
    blame,
    evidence,
    location: locationOf(finding, conclusion.subject.contracts.contracts),
    fix: finding.fix ?? rule.fix,
    replay: replayCommand(finding, conclusion.subject.request),
    known,
  }
}

function reportError(finding: Finding, conclusion: Conclusion): ReportedError {
  const { code, tool, message, evidence } = finding
  const location = locationOf(finding, conclusion.subject.contracts.contracts)
  const rule = ruleOf(code)
  return {
    code,
    severity: severityOf(code),
    fails: failsRun(code, conclusion),
    title: rule.title,
    tool,
    file: location?.file ?? null,
    line: location?.line ?? null,
    column: location?.column ?? null,
    message,
    evidence,
    fix: finding.fix ?? rule.fix,
    known: false,
  }
}

function severityOf(code: string): 'error' | 'warning' {
  return code.startsWith('E') ? 'error' : 'warning'
}

function failsRun(code: string, { subject: { request, prepared } }: Conclusion): boolean {
  return request.strict || prepared.config.check.strictMode || severityOf(code) === 'error'
}

function isIgnored({ code, tool }: Finding, { subject, startedAt }: Conclusion): boolean {
  const today = startedAt.toISOString().slice(0, 10)
  const ignored = subject.contracts.contracts.find((contract) => contract.tool === tool)?.ignore ?? []
  return ignored.some((one) => one.code === code && (one.until === undefined || today <= one.until))
}

function locationOf({ tool, at, place, file }: Finding, contracts: readonly ContractFile[]): FileLocation | null {
  if (place !== undefined) return place
  const contract = contracts.find((one) => (file === undefined ? one.tool === tool : one.file === file))
  return contract === undefined ? null : { file: contract.file, ...contract.locate(at ?? ['tool']) }
}

function observedOf(effects: readonly Effect[], nestedCalls: readonly NestedCall[]): Observed[] {
  const distinct = new Map(effects.map((effect) => [`${effect.kind} ${effectKey(effect)}`, effect]))
  const calls = new Set(nestedCalls.map(({ to }) => to))
  return [...[...distinct.values()].map(observedEffect), ...[...calls].map((target) => ({ kind: 'call', target }))]
}

function observedEffect(effect: Effect): Observed {
  if (effect.kind === 'connect') return { kind: 'connect', target: effect.target, outcome: effect.outcome }
  if (effect.kind === 'process') return { kind: 'process', target: effect.command, outcome: effect.how }
  return { kind: effect.kind, target: effect.path, place: effect.place, outcome: effect.outcome }
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

function ruleOf(code: string): Rule {
  const rule = RULES.find((one) => one.code === code)
  if (rule === undefined) throw new Error(`No rule has the code ${code}.`)
  return rule
}
