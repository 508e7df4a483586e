import { isAnswered } from './calls.ts'
import type { CallEvidence, ExpectedFailure } from './call-evidence.ts'
import type { RunEvidence, ToolEvidence } from './evidence.ts'
import { FAILURES, expectationsOf } from './expected-failures.ts'
import type { Finding } from './finding.ts'
import { withoutDot } from './words.ts'

/** Tells of every expectation that nobody could check, as a promise that was not. */
export function withUnseenExpectations(run: RunEvidence): RunEvidence {
  const all = expectationsOf(run)
  if (all.length === 0) return run
  const uncheckedOf = (tool: ToolEvidence) =>
    all.flatMap(({ tool: of, call, expected, outcome }) => {
      if (of !== tool || typeof outcome === 'string') return []
      const reason = `test '${call.test ?? ''}' expects ${FAILURES[expected.type].words}, and ${outcome.unseen}`
      return [{ promise: 'tests', code: 'E020', reason }]
    })
  return { ...run, tools: run.tools.map((tool) => ({ ...tool, unchecked: [...tool.unchecked, ...uncheckedOf(tool)] })) }
}

/** What the expectations add to the findings: those that were expected, marked so, and each failure that did not come. */
export function expectedFindings(run: RunEvidence): readonly Finding[] {
  return expectationsOf(run).flatMap(({ tool, call, expected, findings, others, outcome }) => {
    const place = call.testAt?.join(' ') ?? call.id
    const placed = (finding: Finding): Finding => ({ ...finding, defect: `${finding.defect} in ${place}` })
    if (outcome === 'unmet')
      return [...(isAnswered(call) ? [didNotCome(tool, call, expected, others)] : []), ...others.map(placed)]
    return [...findings.map((finding) => ({ ...placed(finding), expected: true as const })), ...others.map(placed)]
  })
}

function didNotCome(
  tool: ToolEvidence,
  { test = '', input }: CallEvidence,
  { type, at, details }: ExpectedFailure,
  instead: readonly Finding[],
): Finding {
  const { words, codes } = FAILURES[type]
  const wanted = Object.entries(details).map(([name, value]) => `${name} '${value}'`)
  const of = wanted.length === 0 ? '' : ` with ${wanted.join(', ')}`
  return {
    code: 'E020',
    tool: tool.tool,
    message: `Test '${test}' expects ${words} (${codes.join(' or ')})${of}, which did not come${instead.length === 0 ? '' : `; instead: ${instead.map(({ code, message }) => `${code} ${withoutDot(message)}`).join('; ')}`}.`,
    blame: 'tool',
    evidence: { kind: 'expectation', path: at.join('/'), type, test, input },
    at,
    fix: 'Correct the test, if the tool is right: expect its result, or the failure that it has.',
    defect: `promise ${at.join('/')}`,
  }
}
