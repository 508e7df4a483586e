import type { Gathered, Gathering } from '../call/gathering.ts'
import type { Finding } from '../../judge/finding.ts'
import { confirmFindings } from './confirm-findings.ts'
import { shrinkFindings } from './shrink-findings.ts'

/** Keeps those findings on generated inputs that their own replay shows again, each with the smallest input that shows it. */
export async function confirmAndShrink<Judged extends Gathered & { readonly findings: readonly Finding[] }>(
  judged: Judged,
  gathering: Gathering,
): Promise<Judged> {
  const retesting = { ...gathering, tools: judged.tools }
  const { findings, tools } = await confirmFindings(judged.findings, retesting)
  return { ...judged, tools, findings: await shrinkFindings(findings, retesting) }
}
