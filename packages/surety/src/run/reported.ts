import type { ContractFile } from '../author/contract-file.ts'
import { answerText } from '../judge/answer-text.ts'
import type { Effect } from '../judge/effect-evidence.ts'
import type { RunEvidence, ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { firstError } from '../judge/first-error.ts'
import { notChecked } from '../judge/not-checked.ts'
import { breaksPromise } from '../judge/promises.ts'
import type { FileLocation, Observed, ReportedError, ReportedFinding, ReportedTool } from '../judge/report.ts'
import type { Rule } from '../judge/rule.ts'
import { ruleOf } from '../judge/rules/index.ts'
import { statusOf } from '../judge/summary.ts'
import { cut } from '../judge/words.ts'
import { effectKey } from './evidence/effects.ts'
import type { InspectionInput } from './inspect.ts'
import { replayCommand } from './replay.ts'

const LONGEST_ANSWER = 4000

/** What a report is made of. */
export interface Conclusion {
  readonly evidence: RunEvidence
  readonly findings: readonly Finding[]
  readonly subject: InspectionInput
  readonly startedAt: Date
  /** By tool. */
  readonly contracts: ReadonlyMap<string | null, ContractFile>
}

/** What was found and seen of one tool. */
export function reportTool(seen: ToolEvidence, about: readonly Finding[], conclusion: Conclusion): ReportedTool {
  const own = about.filter(({ code }) => existingRule(code).isAboutContract !== true)
  const findings = own.map((finding) => reportFinding(finding, seen.tool, conclusion))
  const error = firstError(seen)
  const withoutResult = error === undefined ? {} : { firstError: error }
  const unchecked = notChecked(seen, conclusion.evidence).filter(
    ({ promise }) => !own.some((finding) => breaksPromise(finding, promise)),
  )
  return {
    tool: seen.tool,
    contract: seen.contract?.file ?? null,
    status: statusOf({ findings, calls: seen.calls.length, notChecked: unchecked, ...withoutResult }),
    durationMs: Math.round(seen.calls.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    calls: seen.calls.length,
    ...withoutResult,
    ...answerOf(seen, conclusion),
    findings,
    observed: observedOf(seen),
    notChecked: unchecked,
  }
}

/** With `--input` the answer is shown. */
function answerOf({ calls: [call] }: ToolEvidence, { subject }: Conclusion): Pick<ReportedTool, 'answer'> {
  if (subject.request.input === undefined || call === undefined) return {}
  const { answer } = call
  const isError = answer.kind === 'error' || (answer.kind === 'result' && answer.isError)
  return { answer: cut(`${isError ? 'error: ' : ''}${answerText(answer)}`, LONGEST_ANSWER) }
}

function reportFinding(finding: Finding, tool: string, conclusion: Conclusion): ReportedFinding {
  const { code, message, blame, evidence } = finding
  const rule = existingRule(code)
  const known = finding.expected === true || isIgnored(finding, conclusion)
  return {
    code,
    severity: severityOf(code),
    fails: !known && failsRun(code, conclusion),
    title: rule.title,
    tool,
    message,
    blame,
    evidence,
    location: locationOf(finding, conclusion),
    fix: finding.fix ?? rule.fix,
    replay: replayCommand(finding, conclusion.subject.request),
    known,
    ...(finding.expected === true && { expected: true }),
  }
}

/** A finding that belongs to no judged tool. */
export function reportError(finding: Finding, conclusion: Conclusion): ReportedError {
  const { code, tool, message, evidence } = finding
  const location = locationOf(finding, conclusion)
  const rule = existingRule(code)
  const known = finding.failsAlways !== true && isOfServer(finding) && isIgnored(finding, conclusion)
  return {
    code,
    severity: severityOf(code),
    fails: finding.failsAlways === true || (!known && failsRun(code, conclusion)),
    title: rule.title,
    tool,
    file: location?.file ?? null,
    line: location?.line ?? null,
    column: location?.column ?? null,
    message,
    evidence,
    fix: finding.fix ?? rule.fix,
    known,
  }
}

function severityOf(code: string): 'error' | 'warning' {
  return code.startsWith('E') ? 'error' : 'warning'
}

function failsRun(code: string, { subject: { request, prepared } }: Conclusion): boolean {
  return request.strict || prepared.config.check.strictMode || severityOf(code) === 'error'
}

/** Is it for the configuration to ignore it, rather than for a contract? */
export function isOfServer({ code, tool }: Pick<Finding, 'code' | 'tool'>): boolean {
  return tool === null || existingRule(code).ignoredByConfiguration === true
}

function isIgnored(finding: Finding, { contracts, subject, startedAt }: Conclusion): boolean {
  const { code, tool } = finding
  const today = startedAt.toISOString().slice(0, 10)
  const ignored = isOfServer(finding) ? subject.prepared.config.ignore : (contracts.get(tool)?.ignore ?? [])
  return ignored.some((one) => one.code === code && (one.until === undefined || today <= one.until))
}

function locationOf({ tool, at, place, file }: Finding, { contracts, subject }: Conclusion): FileLocation | null {
  if (place !== undefined) return place
  const all = subject.contracts.contracts
  const contract = file === undefined ? contracts.get(tool) : all.find((one) => one.file === file)
  return contract === undefined ? null : { file: contract.file, ...contract.locate(at ?? ['tool']) }
}

function observedOf({ effects, nestedCalls, programs }: ToolEvidence): Observed[] {
  const distinct = new Map(effects.map((effect) => [`${effect.kind} ${effectKey(effect)}`, effect]))
  const calls = new Set(nestedCalls.map(({ to }) => to))
  return [
    ...[...distinct.values()].map(observedEffect),
    ...[...calls].map((target) => ({ kind: 'call', target })),
    ...programs.map((target) => ({ kind: 'start', target })),
  ]
}

function observedEffect(effect: Effect): Observed {
  if (effect.kind === 'connect') return { kind: 'connect', target: effect.target, outcome: effect.outcome }
  if (effect.kind === 'process') return { kind: 'process', target: effect.command, outcome: effect.how }
  return { kind: effect.kind, target: effect.path, place: effect.place, outcome: effect.outcome }
}

function existingRule(code: string): Rule {
  const rule = ruleOf(code)
  if (rule === undefined) throw new Error(`No rule has the code ${code}.`)
  return rule
}
