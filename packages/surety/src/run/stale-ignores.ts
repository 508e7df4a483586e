import type { ContractFile } from '../author/contract-file.ts'
import type { RunEvidence } from '../judge/evidence.ts'
import type { ReportedTool, StaleEntry } from '../judge/report.ts'

/** What takes a watched process to be found: where one cannot be watched, its absence says nothing. */
const SEEN_FROM_OUTSIDE = new Set(['E006', 'E010', 'E011', 'E012', 'E015', 'E017', 'E019', 'W028'])

/** The entries of a contract's `ignore` that excuse nothing: they have expired, or nothing like them was found. */
export function staleIgnores(
  tool: ReportedTool,
  contract: ContractFile | undefined,
  today: string,
  observable: RunEvidence['observable'],
): readonly StaleEntry[] {
  if (contract === undefined) return []
  const isBlind = Object.values(observable).some(({ how }) => how === 'unseen')
  return contract.ignore.flatMap(({ code, until }, index) => {
    const isFound = tool.findings.some((finding) => finding.code === code)
    const wasLookedFor =
      tool.calls > 0 &&
      !tool.notChecked.some((unchecked) => unchecked.code === code) &&
      !(isBlind && SEEN_FROM_OUTSIDE.has(code))
    const hasExpired = until !== undefined && until < today
    const { file } = contract
    const { line } = contract.locate(['ignore', index])
    const entry = { source: 'ignore', code, tool: tool.tool, file, line } as const
    const name = `Ignore: ${code} of ${tool.tool} (${file}:${line})`
    if (isFound && hasExpired) return [{ ...entry, message: `${name} expired on ${until} and counts again.` }]
    if (isFound || !wasLookedFor) return []
    return [{ ...entry, message: `${name} was not found any more; remove it.` }]
  })
}
