import type { Finding } from '../judge/finding.ts'
import { canonical } from '../judge/json.ts'
import { replayCommand } from '../run/replay.ts'
import type { TestRequest } from '../run/request/request.ts'
import { testedCall } from './draft-test.ts'
import type { Refined } from './draft-rounds.ts'

/** A finding on an input that no test sends. */
export interface Untested {
  readonly finding: Finding & { readonly tool: string }
  /** The command that shows it. */
  readonly replay: string
}

/** Codes that judge the answer to one input; what else is found is declared by the contract, or found again with any input. */
export const ABOUT_AN_ANSWER: ReadonlySet<string> = new Set(['E004', 'E005', 'E006', 'E007', 'W025', 'W030', 'W031'])

/** Of what the first look confirmed on generated inputs, that of which `surety test` says nothing: neither reported nor known. */
export function untestedFindings(
  findings: readonly Finding[],
  { contracts, left }: Pick<Extract<Refined, { ok: true }>, 'contracts' | 'left'>,
  request: TestRequest,
): readonly Untested[] {
  return findings.flatMap((finding) => {
    const { tool, code, evidence } = finding
    const draft = contracts.find((one) => one.tool === tool)?.draft
    if (tool === null || draft === undefined) return []
    const tested = testedCall(draft.seen)
    const isTold =
      draft.ignored.has(code) ||
      left.some((one) => one.tool === tool && one.code === code) ||
      (tested !== undefined && canonical(tested.input) === canonical(evidence.input ?? null))
    const replay = replayCommand(finding, { ...request, explore: finding.needsSequence === true, command: [] })
    return isTold || replay === null ? [] : [{ finding: { ...finding, tool }, replay }]
  })
}
