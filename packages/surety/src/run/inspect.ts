import type { RunEvidence, ToolEvidence } from '../judge/evidence.ts'
import { withUnseenExpectations } from '../judge/expected-findings.ts'
import type { Finding } from '../judge/finding.ts'
import { judge } from '../judge/judge.ts'
import { canaryValues } from './process/canaries.ts'
import { confirmAndShrink, confirmSome } from './suspect/confirm-and-shrink.ts'
import type { Contracts } from './request/contracts.ts'
import { conclude } from './conclude.ts'
import { type Judged, gather } from './gather.ts'
import { gatherUntilFailure } from './gather-until-failure.ts'
import type { Gathered, Gathering } from './call/gathering.ts'
import { serverUnderTest } from './call/server-under-test.ts'
import { insideOf } from './evidence/inside.ts'
import { type Launch, isContained } from './process/launch.ts'
import { readLockedChanges } from './request/locked.ts'
import type { Opened } from './process/open-server.ts'
import { planSubjects } from './plan/plan-subjects.ts'
import type { Prepared } from './request/prepare.ts'
import type { Progress, TestRequest } from './request/request.ts'
import { notObserved } from './requirements.ts'
import { runEvidence } from './evidence/run-evidence.ts'
import { ProgressCounter } from './request/progress-counter.ts'
import { unknownTool } from './request/tool-names.ts'

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
export interface InspectionInput {
  readonly request: TestRequest
  readonly prepared: Prepared
  readonly launch: Launch
  readonly contracts: Contracts
  readonly opened: Opened
  /** A first look, of which the evidence counts: of its findings only those with these codes are confirmed, and none is shrunk. */
  readonly draft?: { readonly confirmed: ReadonlySet<string> }
}

/** Plans the calls, gathers evidence and judges it. */
export async function inspect(subject: InspectionInput, progress: Progress): Promise<Inspection> {
  const { request, prepared, launch, contracts, opened } = subject
  const { check } = prepared.config
  const chosen = opened.tools.filter(({ name }) => request.tools.length === 0 || request.tools.includes(name))
  const locked = await readLockedChanges(prepared, opened.tools)
  const listed = opened.tools.map(({ name }) => name)
  const refusal = locked.ok ? unknownTool(request, listed, contracts) : locked.reason
  if (!locked.ok || refusal !== undefined) {
    await opened.end()
    return { ok: false, reasons: [refusal ?? ''] }
  }
  const progressCounter = new ProgressCounter(progress)
  progressCounter.begin('calling')
  const nextId = counter()
  const subjects = await planSubjects(judgeable(chosen, contracts), contracts.contracts, check, {
    contained: isContained(launch),
    explore: request.explore,
    anyContract: contracts.contracts.length + contracts.problems.length > 0,
    seed: request.seed,
    determinismRuns: check.determinismRuns,
    input: request.input,
    network: prepared.network,
    nextId,
  })
  const facts = { request, contracts, opened, launch, lock: locked.server, canaries: canaryValues(launch) }
  const asRun = (tools: readonly ToolEvidence[], gathered?: Gathered): RunEvidence =>
    withUnseenExpectations(runEvidence(tools, { ...facts, gathered }))
  const gathering: Gathering = {
    server: serverUnderTest(launch),
    insideOf: (pass) => insideOf(launch, pass),
    profile: opened.profile,
    listed: opened.tools,
    subjects,
    workers: request.workers,
    settleMs: check.settleMs,
    determinismRuns: check.determinismRuns,
    warm: opened.warm,
    changedSinceLock: locked.changes,
    nextId,
    judge: (seen) => judge(asRun(seen.tools, seen)),
    progressCounter,
  }
  const { bail } = request
  const fails = async (judged: Judged): Promise<boolean> => {
    const report = conclude({
      evidence: asRun(judged.tools, judged),
      findings: judged.findings,
      subject,
      startedAt: new Date(),
    })
    return (await bail?.(launch.mask(report))) === true
  }
  // With `--input` it is that input alone; and what nothing contains is not tried on other inputs.
  const isFinal = request.input !== undefined || !isContained(launch)
  const confirm = async (judged: Judged): Promise<Judged> => {
    if (isFinal) return judged
    const { draft } = subject
    return draft === undefined ? confirmAndShrink(judged, gathering) : confirmSome(judged, draft.confirmed, gathering)
  }
  const seen =
    bail === undefined ? await confirm(await gather(gathering)) : await gatherUntilFailure(gathering, confirm, fails)
  const evidence = asRun(seen.tools, seen)
  const required = launch.stop.reason === 'interrupted' ? [] : [...check.require, ...request.require]
  return { ok: true, evidence, findings: [...seen.findings, ...notObserved(required, evidence)], gone: seen.gone }
}

/** A tool whose only contract cannot be read is an error of that file, and not judged. */
function judgeable(tools: Opened['tools'], { problems, contracts }: Contracts): Opened['tools'] {
  const broken = new Set(problems.map(({ tool }) => tool))
  return tools.filter(({ name }) => !broken.has(name) || contracts.some(({ tool }) => tool === name))
}

function counter(): () => number {
  let last = 0
  return () => ++last
}
