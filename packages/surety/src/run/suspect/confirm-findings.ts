import type { ToolEvidence } from '../../judge/evidence.ts'
import type { Finding } from '../../judge/finding.ts'
import { canonical } from '../../judge/json.ts'
import { retestOf } from '../../judge/rules/index.ts'
import { groupBy } from '../../judge/group-by.ts'
import { type Retesting, generatedInput, retest, planOf, sameFinding } from './retest.ts'
import { pool } from '../pool.ts'
import type { Stop } from '../request/stop.ts'

/** Each has a process or two. */
const AT_ONCE = 3
/** What is not confirmed by then is not reported, but told as not checked. */
const MAX_MS = 120_000

export interface Confirmed {
  readonly findings: readonly Finding[]
  /** With what there was no time to confirm. */
  readonly tools: readonly ToolEvidence[]
}

/**
 * Findings about generated inputs that their own replay shows again, in fresh processes; all others as they are. What
 * takes all calls of the tool says so; what takes the calls of other tools is none that anybody could repeat.
 */
export async function confirmFindings(findings: readonly Finding[], retesting: Retesting): Promise<Confirmed> {
  const generated = findings
    .filter(
      (finding) => retestOf(finding.code).foundOnlyAlone !== true && generatedInput(finding, retesting) !== undefined,
    )
    // Errors first: there may be no time for all.
    .toSorted((a, b) => a.code.localeCompare(b.code))
  const groups = [...groupBy(generated, keyOf).values()]
  const end = performance.now() + MAX_MS
  const outcomes = new Map<Finding, Finding | undefined>()
  const { stop } = retesting.server
  if (groups.length > 0) retesting.progressCounter.begin('confirming', groups.length)
  await pool(groups, AT_ONCE, async (group) => {
    if (performance.now() > end || stop.reason !== undefined) return
    retesting.progressCounter.step(group[0]?.tool ?? '')
    const replayed = await replay(group, retesting)
    if (stop.reason !== undefined) return
    for (const [finding, confirmed] of replayed) outcomes.set(finding, confirmed)
  })
  const undecided = generated.filter((finding) => !outcomes.has(finding))
  const confirmed = findings.flatMap((finding) => {
    const outcome = generated.includes(finding) ? outcomes.get(finding) : finding
    return outcome === undefined ? [] : [outcome]
  })
  return {
    findings: [...confirmed, ...undecided.filter(isFirstOfItsCode).map(notConfirmed)],
    tools: retesting.tools.map((tool) => withUndecided(tool, undecided, stop)),
  }
}

/** Findings about one input of one tool take one replay. */
function keyOf({ tool, evidence: { input } }: Finding): string {
  return `${tool} ${canonical(input ?? null)}`
}

async function replay(
  group: readonly Finding[],
  retesting: Retesting,
): Promise<readonly (readonly [Finding, Finding | undefined])[]> {
  const [first] = group
  const input = first?.evidence.input
  const subject = retesting.subjects.find(({ tool }) => tool === first?.tool)
  if (subject === undefined || input === undefined) return group.map((finding) => [finding, finding])
  const again = await retest(subject, await planOf(subject, input, retesting), group, retesting)
  // A server that does not start again says nothing about the tool: the finding stays unconfirmed.
  if (again === undefined) return []
  const shown = group.filter((finding) => sameFinding(finding, again) !== undefined)
  const missed = group.filter((finding) => !shown.includes(finding) && retestOf(finding.code).nearInputs !== true)
  const all = missed.length === 0 ? [] : await retest(subject, subject.plan, missed, retesting)
  const decided = all === undefined ? group.filter((finding) => !missed.includes(finding)) : group
  return decided.map((finding) => {
    if (shown.includes(finding)) return [finding, finding]
    const found = missed.includes(finding) ? sameFinding(finding, all ?? []) : undefined
    return [finding, found === undefined ? undefined : { ...finding, needsSequence: true }]
  })
}

function withUndecided(tool: ToolEvidence, undecided: readonly Finding[], stop: Stop): ToolEvidence {
  const codes = new Set(undecided.flatMap((finding) => (finding.tool === tool.tool ? [finding.code] : [])))
  const unchecked = [...codes].map((code) => ({ promise: 'generated inputs', code, reason: UNDECIDED }))
  if (codes.size === 0) return tool
  const left = stop.reason === undefined ? {} : { unfinished: `${stop.words} before its findings were confirmed` }
  return { ...left, ...tool, unchecked: [...tool.unchecked, ...unchecked] }
}

function isFirstOfItsCode({ tool, code }: Finding, index: number, all: readonly Finding[]): boolean {
  return all.findIndex((one) => one.tool === tool && one.code === code) === index
}

/** What was seen but not confirmed is reported all the same. */
function notConfirmed({ tool, code }: Finding): Finding {
  return {
    code: 'W027',
    tool,
    message: `${code} was not confirmed: ${UNDECIDED}.`,
    blame: 'environment',
    evidence: { kind: 'unchecked', promise: 'generated inputs', code, reason: UNDECIDED },
    fix: 'Look at this tool alone, or give the run more time: `--max-time 10m`.',
    defect: `unchecked generated inputs ${code}`,
  }
}

const UNDECIDED =
  'it was seen once, on a generated input, and it could not be seen again before the run ended: `--tool` looks at one tool alone'
