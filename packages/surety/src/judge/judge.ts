import type { RunEvidence } from './evidence.ts'
import { withoutExpected } from './expected-failures.ts'
import { expectedFindings } from './expected-findings.ts'
import type { Finding } from './finding.ts'
import { groupBy } from './group-by.ts'
import { breaksPromise } from './promises.ts'
import { RULES, ruleOf } from './rules/index.ts'

/** What a run proves, by every rule: one finding for each defect, in the order of the tools, then of the codes. */
export function judge(run: RunEvidence): readonly Finding[] {
  const found = RULES.flatMap((rule) => {
    const seen = withoutExpected(run, rule.code)
    return rule.scope === 'run' ? rule.check(seen) : seen.tools.flatMap((tool) => rule.check(tool, seen))
  })
  return inOrder(withoutBroken(collapsed([...found, ...expectedFindings(run)])), run)
}

/** A promise that was found broken is none that nobody checked. */
function withoutBroken(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ code, tool, evidence: { promise } }) => {
    if (code !== 'W027' || typeof promise !== 'string') return true
    return !findings.some((other) => other.tool === tool && breaksPromise(other, promise))
  })
}

/** Of several findings about one defect one speaks. */
function collapsed(found: readonly Finding[]): readonly Finding[] {
  const byDefect = groupBy(found, ({ tool, defect }) => JSON.stringify([tool, defect]))
  return [...byDefect.values()].flatMap((about) => {
    const codes = new Set(about.map(({ code }) => code))
    const yields = ({ code }: Finding): boolean => ruleOf(code)?.yieldsTo?.some((other) => codes.has(other)) === true
    return about.find((finding) => !yields(finding)) ?? []
  })
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
