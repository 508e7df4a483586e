import type { Json } from '@surety/tool-contracts/tools'
import { shrinkInput } from '../../inputs/shrink.ts'
import type { Finding } from '../../judge/finding.ts'
import { meetsPreconditions } from '../plan/base-calls.ts'
import { type Retesting, generatedInput, retest, planOf, sameFinding } from './retest.ts'
import type { Subject } from '../plan/subject.ts'

/** Each call of a shrinking input starts the server anew; so many halve any range of 32 bits. */
const MAX_CALLS = 40
/** A tool that does not answer in time takes all of it, call by call. */
const MAX_MS = 60_000
const MAX_FINDINGS = 4

/** Findings about generated inputs, each with the smallest input that still shows it. */
export async function shrinkFindings(findings: readonly Finding[], retesting: Retesting): Promise<Finding[]> {
  let left = MAX_FINDINGS
  const shrunk: Finding[] = []
  const { stop } = retesting.server
  const mayShrink = (finding: Finding): boolean => stop.reason === undefined && canShrink(finding, retesting)
  for (const finding of findings)
    shrunk.push(mayShrink(finding) && left-- > 0 ? await shrink(finding, retesting) : finding)
  return shrunk
}

/** An input that breaks its schema in one place is as small as it gets, and one that needs others before it stays as it is. */
function canShrink(finding: Finding, retesting: Retesting): boolean {
  const input = finding.needsSequence === true ? undefined : generatedInput(finding, retesting)
  const schema = retesting.subjects.find(({ tool }) => tool === finding.tool)?.input
  return input !== undefined && schema?.parse(input).ok === true
}

async function shrink(finding: Finding, retesting: Retesting): Promise<Finding> {
  const subject = retesting.subjects.find(({ tool }) => tool === finding.tool)
  const schema = subject?.input
  const { input } = finding.evidence
  if (subject === undefined || schema === undefined || input === undefined) return finding
  const { stop } = retesting.server
  retesting.progressCounter.begin('shrinking', MAX_CALLS)
  let smallest = finding
  const end = performance.now() + MAX_MS
  const stillFails = async (candidate: Json): Promise<boolean> => {
    if (performance.now() > end || stop.reason !== undefined) return false
    retesting.progressCounter.step(subject.tool)
    const again = await findAgain(finding, candidate, subject, retesting)
    const found = stop.reason === undefined ? again : undefined
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
  retesting: Retesting,
): Promise<Finding | undefined> {
  if (!(await meetsPreconditions(subject.contract, input))) return undefined
  const plan = await planOf(subject, input, retesting)
  return sameFinding(finding, (await retest(subject, plan, [finding], retesting)) ?? [])
}
