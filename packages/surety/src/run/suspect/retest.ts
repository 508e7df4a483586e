import type { ToolEvidence } from '../../judge/evidence.ts'
import type { Finding } from '../../judge/finding.ts'
import { retestOf } from '../../judge/rules/index.ts'
import { type Json, canonicalJson } from '@surety/tool-contracts/tools'
import { callAlone } from './call-alone.ts'
import { type Suspicion, NO_SUSPICION, suspicionsAbout } from './suspicions.ts'
import { type AcceptedNeighbours, callNeighbours } from '../call/neighbours.ts'
import type { Gathering } from '../call/gathering.ts'
import { observe } from '../evidence/observe.ts'
import { NO_PASS, type Pass } from '../call/pass.ts'
import { planCalls } from '../plan/plan-calls.ts'
import { repeatCall } from './repetition.ts'
import type { Plan, Subject } from '../plan/subject.ts'
import { type Surroundings, toolEvidence } from '../evidence/tool-evidence.ts'

/** What it takes to test a tool again. */
export interface Retesting extends Gathering {
  readonly tools: readonly ToolEvidence[]
}

/** What is found where the tool alone is called, in fresh processes; undefined where it could not be called. `about` says what to look for. */
export async function retest(
  subject: Subject,
  plan: Plan,
  about: readonly Finding[],
  { server, insideOf, nextId, settleMs, judge }: Retesting,
): Promise<readonly Finding[] | undefined> {
  const again = { ...subject, plan }
  const options = { settleMs, listTimeoutMs: server.listTimeoutMs }
  const pass = await callAlone(again, suspicionOf(again, about), { server, nextId, options })
  if (pass.performed.length === 0) return undefined
  const seen = observe(pass, new Set())(subject.tool)
  const isRepeated = about.some(({ code }) => retestOf(code).repetition)
  const repetition = isRepeated ? await repeatCall(server, again, seen, settleMs) : undefined
  const isRefused = about.some(({ code }) => retestOf(code).nearInputs)
  const accepted = isRefused ? await callNeighbours(server, pass, options, nextId) : new Map<number, Json[]>()
  const evidence = await toolEvidence(again, seen, repetition, around(pass, accepted, insideOf(pass)))
  return judge({ tools: [evidence], unexplained: [], pass: NO_PASS })
}

/** The calls of `surety test --tool … --input …`. */
export function planOf(subject: Subject, input: Json, { nextId, determinismRuns }: Retesting): Promise<Plan> {
  return planCalls(subject, {
    contained: true,
    explore: false,
    anyContract: true,
    seed: 1,
    determinismRuns,
    input,
    nextId,
  })
}

/** The same finding among others. */
export function sameFinding(finding: Finding, found: readonly Finding[]): Finding | undefined {
  const alike = found.filter(
    ({ code, tool, evidence }) =>
      code === finding.code && tool === finding.tool && evidence.kind === finding.evidence.kind,
  )
  return alike.find(({ defect }) => defect === finding.defect) ?? alike[0]
}

/** The input that was made up for the finding, if it is about one. */
export function generatedInput({ tool, evidence: { input, test } }: Finding, { tools }: Retesting): Json | undefined {
  if (input === undefined || test !== undefined) return undefined
  const calls = tools.find((one) => one.tool === tool)?.calls ?? []
  return calls.some((call) => call.test === undefined && sameJson(call.input, input)) ? input : undefined
}

function suspicionOf(subject: Subject, about: readonly Finding[]): Suspicion {
  const suspicions = suspicionsAbout([subject], [], about, NO_PASS).get(subject) ?? NO_SUSPICION
  return { ...suspicions, dependsOnClock: about.some(({ code }) => retestOf(code).later) }
}

function around(pass: Pass, accepted: AcceptedNeighbours, inside: Surroundings['inside']): Surroundings {
  return {
    processes: pass.processes,
    listings: { start: [], end: [] },
    uncalled: [],
    changedSinceLock: undefined,
    acceptedNeighbours: accepted,
    inside,
  }
}

function sameJson(a: Json, b: Json): boolean {
  try {
    return canonicalJson(a) === canonicalJson(b)
  } catch {
    return false
  }
}
