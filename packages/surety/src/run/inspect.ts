import type { RunEvidence, ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { judge } from '../judge/judge.ts'
import { canaryValues } from './canaries.ts'
import type { Contracts } from './contracts.ts'
import { gather } from './gather.ts'
import type { Gathered } from './gathering.ts'
import { type Launch, isContained } from './launch.ts'
import { readLockedChanges } from './locked.ts'
import type { Opened } from './open-server.ts'
import { planSubjects } from './plan-subjects.ts'
import type { Prepared } from './prepare.ts'
import type { Progress, TestRequest } from './request.ts'
import { unmetRequirements } from './requirements.ts'
import { runEvidence } from './run-evidence.ts'
import { shrinkFindings } from './shrink-findings.ts'

export type Inspection =
  | {
      readonly ok: true
      readonly evidence: RunEvidence
      readonly findings: readonly Finding[]
      /** Settles when all the processes are gone. */
      readonly gone: Promise<unknown>
    }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** What to look at: the server that is being opened, and what it is held to. */
export interface Inspected {
  readonly request: TestRequest
  readonly prepared: Prepared
  readonly launch: Launch
  readonly contracts: Contracts
  readonly opened: Opened
}

/** Plans the calls, gathers evidence and judges it. */
export async function inspect(subject: Inspected, progress: Progress): Promise<Inspection> {
  const { request, prepared, launch, contracts, opened } = subject
  const { check } = prepared.config
  const chosen = opened.tools.filter(({ name }) => request.tools.length === 0 || request.tools.includes(name))
  const locked = await readLockedChanges(prepared, opened.tools)
  const refusal = locked.ok ? noSuchTool(request, opened, contracts) : locked.reason
  if (!locked.ok || refusal !== undefined) {
    await opened.end()
    return { ok: false, reasons: [refusal ?? ''] }
  }
  const nextId = counter()
  const subjects = await planSubjects(judgeable(chosen, contracts), contracts.contracts, check, {
    contained: isContained(launch),
    explore: request.explore,
    anyContract: contracts.contracts.length + contracts.problems.length > 0,
    seed: request.seed,
    determinismRuns: check.determinismRuns,
    input: request.input,
    nextId,
  })
  const facts = { request, contracts, opened, launch, lock: locked.server, canaries: canaryValues(launch) }
  const asRun = (tools: readonly ToolEvidence[], gathered?: Gathered): RunEvidence =>
    runEvidence(tools, { ...facts, gathered })
  const gathered = await gather({
    launch,
    profile: opened.profile,
    listed: opened.tools,
    subjects,
    workers: request.workers,
    settleMs: check.settleMs,
    listTimeoutMs: check.startTimeoutMs,
    warm: opened.warm,
    changedSinceLock: locked.changes,
    nextId,
    judge: (seen) => judge(asRun(seen.tools, seen)),
    onProgress: (phase, tool) => progress({ phase, tool, total: subjects.length }),
  })
  const evidence = asRun(gathered.tools, gathered)
  const { tools, findings, gone } = gathered
  const unmet = unmetRequirements([...check.require, ...request.require], evidence.observable)
  if (unmet.length > 0) {
    await gone
    return { ok: false, reasons: unmet }
  }
  // Whoever names the input wants that one; and what nothing holds is not tried on other inputs.
  if (request.input !== undefined || !isContained(launch)) return { ok: true, evidence, findings, gone }
  const shrinking = { launch, subjects, nextId, asRun, settleMs: check.settleMs, tools }
  return { ok: true, evidence, findings: await shrinkFindings(findings, shrinking), gone }
}

/** A tool whose only contract cannot be read is an error of that file, and not judged. */
function judgeable(tools: Opened['tools'], { problems, contracts }: Contracts): Opened['tools'] {
  const spoilt = new Set(problems.map(({ tool }) => tool))
  return tools.filter(({ name }) => !spoilt.has(name) || contracts.some(({ tool }) => tool === name))
}

/** A name that neither the server nor a contract knows is a slip of the pen, and would never be judged. */
function noSuchTool({ tools }: TestRequest, opened: Opened, contracts: Contracts): string | undefined {
  const listed = opened.tools.map(({ name }) => name)
  const promised = [...contracts.contracts, ...contracts.problems].map(({ tool }) => tool)
  const unknown = tools.filter((tool) => !listed.includes(tool) && !promised.includes(tool))
  if (unknown.length === 0) return undefined
  const named =
    listed.length > 20 ? `${listed.slice(0, 20).join(', ')} and ${listed.length - 20} more` : listed.join(', ')
  return `No tool is named ${unknown.join(', ')}. The server lists ${named || 'none'}.`
}

function counter(): () => number {
  let last = 0
  return () => ++last
}
