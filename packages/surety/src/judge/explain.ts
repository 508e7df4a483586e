import { distinctive } from './distinctive.ts'
import { type JudgedExample, judgedExamples } from './example-findings.ts'
import { layout } from './layout.ts'
import type { Rule } from './rule.ts'
import { RULES, ruleOf } from './rules/index.ts'
import { wrap } from './wrap.ts'

const COLUMNS = 80

/** What a code means, for a terminal of 80 columns; undefined for a code that is none. */
export function explain(code: string): string | undefined {
  const rule = ruleOf(code.trim().toUpperCase())
  if (rule === undefined) return undefined
  return [
    `${rule.code} ${rule.title} (${severityOf(rule)})`,
    section('What it means', rule.means),
    section('Why it matters', rule.why),
    section('How to fix it', rule.fix),
    ...judgedExamples(rule, 'breaks').map(({ title, findings }) =>
      section('An example that breaks it', `${title} Then: ${findings[0]?.message ?? ''}`),
    ),
    ...judgedExamples(rule, 'keeps').map(({ title }) => section('An example that keeps it', title)),
  ].join('\n\n')
}

function section(heading: string, text: string): string {
  return `${heading}\n${wrap(text, COLUMNS, '  ')}`
}

/** The page of a rule, as Markdown. @internal */
export function rulePage(rule: Rule): string {
  return `# ${rule.code} ${rule.title}

*${severityOf(rule) === 'error' ? 'An error: it fails the run.' : 'A warning: it fails the run only with `--strict`.'}*

## What it means

${rule.means}

## Why it matters

${rule.why}

## How to fix it

${rule.fix}

## What breaks it

${judgedExamples(rule, 'breaks').map(breakingExample).join('\n\n')}

## What keeps it

${judgedExamples(rule, 'keeps').map(example).join('\n\n')}

---

The evidence is what Surety saw, without all that is ordinary. Printed from the rule itself by \`npm run docs\`; \`surety explain ${rule.code}\` tells the same.
`
}

/** The list of all rules, as Markdown. @internal */
export function rulesIndex(): string {
  const rows = RULES.map((rule) => `| [${rule.code}](${rule.code}.md) | ${rule.title} | ${rule.why} |`)
  return `# Rules

What \`surety test\` reports. The letter is the severity: an error fails the run, a warning only with \`--strict\`.
One defect gives one finding, under the most specific code.

| code | name | why it matters |
|---|---|---|
${rows.join('\n')}

Printed from the rules themselves by \`npm run docs\`.
`
}

function severityOf({ code }: Rule): 'error' | 'warning' {
  return code.startsWith('E') ? 'error' : 'warning'
}

function example({ title, evidence }: JudgedExample): string {
  return `${title}\n\n\`\`\`json\n${layout(distinctive(evidence), 100)}\n\`\`\``
}

function breakingExample(judged: JudgedExample): string {
  return [example(judged), ...judged.findings.map(({ code, message }) => `> **${code}** ${message}`)].join('\n\n')
}
