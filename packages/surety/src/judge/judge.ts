import type { RunEvidence } from './evidence.ts'
import type { Finding } from './finding.ts'
import { breaksPromise } from './promises.ts'
import { RULES } from './rules/index.ts'

/** Of several findings about one defect the first of these speaks: the most specific, and a contract before an annotation. */
const PRECEDENCE: readonly string[] = ['E012', 'E017', 'E010', 'E013', 'E019', 'W022', 'W028']

/** What a run proves, by every rule: one finding for each defect, in the order of the tools, then of the codes. */
export function judge(run: RunEvidence): readonly Finding[] {
  const found = RULES.flatMap((rule) =>
    rule.scope === 'run' ? rule.check(run) : run.tools.flatMap((tool) => rule.check(tool, run)),
  )
  return inOrder(withoutBroken(collapsed(found)), run)
}

/** A promise that was found broken is none that nobody checked. */
function withoutBroken(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ code, tool, evidence: { promise } }) => {
    if (code !== 'W027' || typeof promise !== 'string') return true
    return !findings.some((other) => other.tool === tool && breaksPromise(other, promise))
  })
}

function collapsed(found: readonly Finding[]): readonly Finding[] {
  const byDefect = new Map<string, Finding>()
  for (const finding of found.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const key = JSON.stringify([finding.tool, finding.defect])
    if (!byDefect.has(key)) byDefect.set(key, finding)
  }
  return [...byDefect.values()]
}

function rankOf({ code }: Finding): number {
  return PRECEDENCE.indexOf(code)
}

/** Judged tools first, then tools that only contracts name, then what belongs to none. */
function inOrder(findings: readonly Finding[], { tools, contracts }: RunEvidence): readonly Finding[] {
  const names = [...new Set([...tools, ...contracts].map(({ tool }) => tool))]
  const places = new Map<string | null, number>(names.map((name, index) => [name, index]))
  const placeOf = ({ tool }: Finding): number => places.get(tool) ?? (tool === null ? Infinity : names.length)
  return findings.toSorted((a, b) => byOrder(placeOf(a), placeOf(b)) || byOrder(a.code, b.code))
}

function byOrder<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
