import { isErrorAnswer } from './calls.ts'
import type { CallEvidence, ExpectedFailure } from './call-evidence.ts'
import type { Observable, RunEvidence, Sight, ToolEvidence } from './evidence.ts'
import type { Finding } from './finding.ts'
import { RULES } from './rules/index.ts'
import { sightOf } from './sight.ts'
import { speaksOf } from './speaks-of.ts'

/** What a kind of failure is, so that a test can expect it. */
interface Failure {
  /** Half a sentence. */
  readonly words: string
  /** Findings that are such a failure. */
  readonly codes: readonly string[]
  /** Further findings that speak of the same. */
  readonly also: readonly string[]
  /** What must be visible to say that it did not come. */
  readonly needs: readonly (keyof Observable)[]
}

export const FAILURES: Readonly<Record<ExpectedFailure['type'], Failure>> = {
  side_effect: {
    words: 'a side effect',
    codes: ['E012', 'E017'],
    also: ['E019', 'W028', 'W032'],
    needs: ['filesystem', 'network', 'process'],
  },
  output_explosion: { words: 'an output explosion', codes: ['E014'], also: [], needs: [] },
  hidden_dependency: { words: 'a hidden dependency', codes: ['E015'], also: [], needs: ['toolCalls'] },
  unbounded_execution: { words: 'an unbounded execution', codes: ['E016'], also: [], needs: [] },
  output_validation: { words: 'an output that breaks its schema', codes: ['E007'], also: [], needs: [] },
  execution_error: { words: 'an execution error', codes: ['E004'], also: [], needs: [] },
}

/** A test that expects a failure, and what came of it. */
export interface Expectation {
  readonly tool: ToolEvidence
  readonly call: CallEvidence
  readonly expected: ExpectedFailure
  /** The findings of this test that are the failure it expects. */
  readonly findings: readonly Finding[]
  /** Other findings of this kind in the same calls: nobody expected those. */
  readonly others: readonly Finding[]
  /** Whether it came; where it cannot be said, why. */
  readonly outcome: 'met' | 'unmet' | { readonly unseen: string }
}

export function expectationsOf(run: RunEvidence): readonly Expectation[] {
  return run.tools.flatMap((tool) =>
    tool.calls.flatMap((call) =>
      call.purpose === 'test' && call.expects ? [judged(tool, call, call.expects, run)] : [],
    ),
  )
}

function judged(tool: ToolEvidence, call: CallEvidence, expected: ExpectedFailure, run: RunEvidence): Expectation {
  const own = withCalls(tool, (one) => isVariantOf(call, one))
  const found = findingsOf(own, FAILURES[expected.type].codes, run).filter(
    ({ evidence }) => evidence.test === call.test,
  )
  const findings = found.filter((finding) => speaksOf(finding, expected, call, tool.definition))
  // Which words an error answer has was held against the test when it was read.
  const isMet = findings.length > 0 || (expected.type === 'execution_error' && isErrorAnswer(call.answer))
  const outcome = isMet ? 'met' : outcomeWithout(found, tool, expected, run)
  return { tool, call, expected, findings, others: found.filter((one) => !findings.includes(one)), outcome }
}

function outcomeWithout(
  found: readonly Finding[],
  tool: ToolEvidence,
  { type }: ExpectedFailure,
  { observable }: RunEvidence,
): Expectation['outcome'] {
  if (found.length > 0) return 'unmet'
  const sightFor = (need: keyof Observable): Sight =>
    need === 'toolCalls' ? tool.inside.toolCalls : sightOf(tool, observable, need)
  const unseen = FAILURES[type].needs.map(sightFor).find(({ how }) => how === 'unseen')
  return unseen?.how === 'unseen' ? { unseen: unseen.reason } : 'unmet'
}

function findingsOf(tool: ToolEvidence, codes: readonly string[], run: RunEvidence): readonly Finding[] {
  const alone: RunEvidence = { ...run, tools: [tool] }
  const rules = RULES.filter(({ code }) => codes.includes(code))
  const found = rules.flatMap((rule) => (rule.scope === 'run' ? rule.check(alone) : rule.check(tool, alone)))
  return found.filter((finding) => finding.tool === tool.tool)
}

/** The run as a rule sees it: without what tests that expect its findings did. */
export function withoutExpected(run: RunEvidence, code: string): RunEvidence {
  const tools = run.tools.map((tool) => {
    const expecting = tool.calls.filter(
      ({ purpose, expects }) => purpose === 'test' && expects && concerns(expects, code),
    )
    return expecting.length === 0 ? tool : withCalls(tool, (one) => !expecting.some((call) => isVariantOf(call, one)))
  })
  return tools.every((tool, index) => tool === run.tools[index]) ? run : { ...run, tools }
}

function concerns({ type }: ExpectedFailure, code: string): boolean {
  return FAILURES[type].codes.includes(code) || FAILURES[type].also.includes(code)
}

/** Is a call the test's own, or a repeat or variant of it? */
function isVariantOf({ id }: CallEvidence, one: CallEvidence): boolean {
  return one.id === id || one.base === id
}

/** What was seen of a tool in some of its calls; what came in no call is in none of them. */
function withCalls(tool: ToolEvidence, isIncluded: (call: CallEvidence) => boolean): ToolEvidence {
  const calls = tool.calls.filter(isIncluded)
  const left = new Set(tool.calls.filter((call) => !calls.includes(call)).map(({ id }) => id))
  const isSeen = ({ call }: { readonly call: number | undefined }): boolean => call === undefined || !left.has(call)
  return {
    ...tool,
    calls,
    effects: tool.effects.filter(isSeen),
    nestedCalls: tool.nestedCalls.filter(isSeen),
    mutations: tool.mutations.filter(isSeen),
  }
}
