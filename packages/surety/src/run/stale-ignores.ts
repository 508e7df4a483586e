import type { Config } from '../author/config/config.ts'
import type { ContractFile, Ignored } from '../author/contract-file.ts'
import type { RunEvidence } from '../judge/evidence.ts'
import { ruleOf } from '../judge/rules/index.ts'
import type { ReportedError, ReportedTool, StaleEntry } from '../judge/report.ts'

type Observable = RunEvidence['observable']

/** The entries of a contract's `ignore` that excuse nothing: they have expired, or nothing like them was found. */
export function staleIgnores(
  tool: ReportedTool,
  contract: ContractFile | undefined,
  today: string,
  observable: Observable,
): readonly StaleEntry[] {
  if (contract === undefined) return []
  return contract.ignore.flatMap((ignored, index) => {
    const { code } = ignored
    const isFound = tool.findings.some((finding) => finding.code === code)
    const wasLookedFor =
      tool.calls > 0 && !tool.notChecked.some((unchecked) => unchecked.code === code) && couldBeSeen(code, observable)
    const { file, locate } = contract
    const where = { tool: tool.tool, file, line: locate(['ignore', index]).line }
    return staleEntry(ignored, where, { isFound, wasLookedFor, today })
  })
}

/** Those of the configuration, which excuse what belongs to no tool; `found`: all that they could excuse. */
export function staleServerIgnores(
  { ignore }: Pick<Config, 'ignore'>,
  file: string,
  found: readonly Pick<ReportedError, 'code'>[],
  today: string,
  observable: Observable,
): readonly StaleEntry[] {
  return ignore.flatMap((ignored) => {
    const isFound = found.some(({ code }) => code === ignored.code)
    const seen = { isFound, wasLookedFor: couldBeSeen(ignored.code, observable), today }
    return staleEntry(ignored, { tool: null, file, line: ignored.line }, seen)
  })
}

function couldBeSeen(code: string, observable: Observable): boolean {
  return ruleOf(code)?.seenFromOutside !== true || Object.values(observable).every(({ how }) => how !== 'unseen')
}

function staleEntry(
  { code, until }: Ignored,
  where: Pick<StaleEntry, 'tool' | 'file' | 'line'>,
  seen: { readonly isFound: boolean; readonly wasLookedFor: boolean; readonly today: string },
): readonly StaleEntry[] {
  const hasExpired = until !== undefined && until < seen.today
  const name = `Ignore: ${code} of ${where.tool ?? 'the server'} (${where.file}:${where.line})`
  const entry = { source: 'ignore', code, ...where } as const
  if (seen.isFound && hasExpired) return [{ ...entry, message: `${name} expired on ${until} and counts again.` }]
  if (seen.isFound || !seen.wasLookedFor) return []
  return [{ ...entry, message: `${name} was not found any more; remove it.` }]
}
