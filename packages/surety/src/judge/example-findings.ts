import type { RunEvidence, ToolEvidence } from './evidence.ts'
import { exampleRun } from './example-evidence.ts'
import type { Finding } from './finding.ts'
import type { Rule } from './rule.ts'

/** An example of a rule with what the rule makes of it. */
export interface JudgedExample {
  readonly title: string
  readonly evidence: RunEvidence | ToolEvidence
  readonly findings: readonly Finding[]
}

/** The rule's examples of one kind, judged by it. */
export function judgedExamples(rule: Rule, kind: 'keeps' | 'breaks'): readonly JudgedExample[] {
  if (rule.scope === 'run') {
    return rule.examples[kind].map((example) => ({ ...example, findings: rule.check(example.evidence) }))
  }
  return rule.examples[kind].map((example) => ({
    ...example,
    findings: rule.check(example.evidence, exampleRun({ tools: [example.evidence] })),
  }))
}
