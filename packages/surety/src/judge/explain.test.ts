import { expect, test } from 'vitest'
import { explain, rulePage, rulesIndex } from './explain.ts'
import { RULES } from './rules/index.ts'

test.each(RULES)('$code is explained within 80 columns', (rule) => {
  const text = explain(rule.code)
  expect(text).toContain(rule.title)
  expect(text?.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('a code is found in any case, and one that is none is not', () => {
  expect(explain(' e012 ')).toBe(explain('E012'))
  expect(explain('E999')).toBeUndefined()
  expect(explain('constructor')).toBeUndefined()
})

test('an explanation tells meaning, reason, remedy and examples', () => {
  expect(explain('E016')).toMatchInlineSnapshot(`
    "E016 Unbounded Execution (error)

    What it means
      No answer came within \`max_execution_time\`, or within \`timeout_ms\` where the
      contract is silent. The time counts over the whole call: progress, logs and
      pings do not extend it. A call that was slow only because it was watched is
      judged by a repeat that was not. A server that is slow to exit is no finding;
      nor is a call whose answer came under another id, which is E005.

    Why it matters
      An agent waits for its tool. One that never answers stops everything behind
      it, and nobody knows whether it acted.

    How to fix it
      Bound the work and answer with an error when it takes too long, or promise a
      longer \`max_execution_time\`.

    An example that breaks it
      Five seconds are promised, and no answer comes. Then: The call did not answer
      within 5000 ms, which is what the contract allows.

    An example that keeps it
      The call is answered in time."
  `)
})

test('a page shows the evidence of its examples without what is ordinary, and the finding', () => {
  const page = rulePage(RULES.find(({ code }) => code === 'E016') ?? expect.unreachable())
  expect(page).toContain('"calls": [{ "purpose": "test", "answer": { "kind": "timeout", "limitMs": 5000 } }]')
  expect(page).toContain('> **E016** The call did not answer within 5000 ms')
})

test('the index links to every page', () => {
  for (const { code } of RULES) expect(rulesIndex()).toContain(`[${code}](${code}.md)`)
})
