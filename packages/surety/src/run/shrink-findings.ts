import { type Json, canonicalJson } from '@surety/tool-contracts/tools'
import { shrinkInput } from '../inputs/shrink.ts'
import type { RunEvidence, ToolEvidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import { judge } from '../judge/judge.ts'
import { NO_DOUBTS, examine } from './alone.ts'
import { doubtsAbout } from './doubts.ts'
import { insideOf } from './inside.ts'
import type { Launch } from './launch.ts'
import { acceptedNeighbours } from './neighbours.ts'
import { observe } from './observe.ts'
import { meetsPreconditions } from './base-calls.ts'
import { NO_PASS } from './pass.ts'
import { planCalls } from './plan-calls.ts'
import type { Subject } from './subject.ts'
import { toolEvidence } from './tool-evidence.ts'

/** Each call of a shrinking input starts the server anew; so many halve any range of 32 bits. */
const MAX_CALLS = 40
/** A tool that does not answer in time takes all of it, call by call. */
const MAX_MS = 60_000
const MAX_FINDINGS = 4

export interface Shrinking {
  readonly launch: Launch
  readonly subjects: readonly Subject[]
  readonly tools: readonly ToolEvidence[]
  readonly nextId: () => number
  readonly settleMs: number
  readonly asRun: (tools: readonly ToolEvidence[]) => RunEvidence
}

/** Findings about generated inputs, each with the smallest input that still shows it. */
export async function shrinkFindings(findings: readonly Finding[], shrinking: Shrinking): Promise<Finding[]> {
  let left = MAX_FINDINGS
  const shrunk: Finding[] = []
  for (const finding of findings)
    shrunk.push(isGenerated(finding, shrinking) && left-- > 0 ? await shrink(finding, shrinking) : finding)
  return shrunk
}

function isGenerated({ tool, evidence: { input, test } }: Finding, { tools }: Shrinking): boolean {
  if (input === undefined || test !== undefined) return false
  const calls = tools.find((one) => one.tool === tool)?.calls ?? []
  return calls.some((call) => call.purpose === 'generated' && sameJson(call.input, input))
}

async function shrink(finding: Finding, shrinking: Shrinking): Promise<Finding> {
  const subject = shrinking.subjects.find(({ tool }) => tool === finding.tool)
  const schema = subject?.input
  const { input } = finding.evidence
  if (subject === undefined || schema === undefined || input === undefined) return finding
  let smallest = finding
  const end = performance.now() + MAX_MS
  const stillFails = async (candidate: Json): Promise<boolean> => {
    if (performance.now() > end) return false
    const found = await findAgain(finding, candidate, subject, shrinking)
    smallest = found ?? smallest
    return found !== undefined
  }
  const validate = (value: Json): boolean => schema.parse(value).ok
  await shrinkInput(schema.jsonSchema, input, stillFails, { maxCalls: MAX_CALLS, validate })
  return smallest
}

/** The same finding on another input, if it shows there too. */
async function findAgain(
  finding: Finding,
  input: Json,
  subject: Subject,
  { launch, nextId, settleMs, asRun }: Shrinking,
): Promise<Finding | undefined> {
  if (!(await meetsPreconditions(subject.contract, input))) return undefined
  const planning = { contained: true, explore: false, anyContract: true, seed: 1, determinismRuns: 3, input, nextId }
  const plan = await planCalls(subject, planning)
  const options = { settleMs, listTimeoutMs: launch.startTimeoutMs }
  const again = { ...subject, plan }
  const doubts = doubtsAbout([again], [], [finding], NO_PASS).get(again) ?? NO_DOUBTS
  const pass = await examine(again, doubts, { launch, nextId, options })
  const { code, tool, evidence: about } = finding
  const accepted = code === 'E004' ? await acceptedNeighbours(launch, pass, options, nextId) : new Map<number, Json>()
  const around = {
    processes: pass.processes,
    listings: { start: [], end: [] },
    uncalled: [],
    changedSinceLock: undefined,
    acceptedNeighbours: accepted,
    inside: insideOf(launch, pass),
  }
  const evidence = await toolEvidence(again, observe(pass, new Set())(subject.tool), undefined, around)
  return judge(asRun([evidence])).find(
    (found) => found.code === code && found.tool === tool && found.evidence.kind === about.kind,
  )
}

function sameJson(a: Json, b: Json): boolean {
  try {
    return canonicalJson(a) === canonicalJson(b)
  } catch {
    return false
  }
}
