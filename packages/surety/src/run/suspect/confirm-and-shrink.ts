import type { Gathered, Gathering } from '../call/gathering.ts'
import type { Finding } from '../../judge/finding.ts'
import { confirmFindings } from './confirm-findings.ts'
import { shrinkFindings } from './shrink-findings.ts'

type JudgedTools = Gathered & { readonly findings: readonly Finding[] }

/** Keeps those findings on generated inputs that their own replay shows again, each with the smallest input that shows it. */
export async function confirmAndShrink<Judged extends JudgedTools>(
  judged: Judged,
  gathering: Gathering,
): Promise<Judged> {
  const retesting = { ...gathering, tools: judged.tools }
  const { findings, tools } = await confirmFindings(judged.findings, retesting)
  return { ...judged, tools, findings: await shrinkFindings(findings, retesting) }
}

/** Of the findings with these codes, those that are confirmed; of all that was seen nothing changes. */
export async function confirmSome<Judged extends JudgedTools>(
  judged: Judged,
  codes: ReadonlySet<string>,
  gathering: Gathering,
): Promise<Judged> {
  const wanted = judged.findings.filter(({ code }) => codes.has(code))
  const { findings } = await confirmFindings(wanted, { ...gathering, tools: judged.tools })
  return { ...judged, findings: findings.filter(({ code }) => codes.has(code)) }
}
