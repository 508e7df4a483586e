import { expect, test } from 'vitest'
import type { FindingEvidence } from '../judge/finding.ts'
import { wordedEvidence } from './evidence-words.ts'

const words = (evidence: Omit<FindingEvidence, 'kind'>): readonly string[] =>
  wordedEvidence({ kind: 'x', ...evidence }).map(({ label, value }) => `${label}: ${value}`)

test.each<[string, Omit<FindingEvidence, 'kind'>, readonly string[]]>([
  ['names that programs made', { differsAt: '$.a', exitCode: 1 }, ['differs at: $.a', 'exit code: 1']],
  ['units', { limitMs: 5000, bytes: 10, share: 0.8 }, ['time limit: 5000 ms', 'size: 10 bytes', 'share: 80 %']],
  ['lists and answers to yes or no', { tools: ['a', 'b'], hidden: true }, ['tools: a, b', 'hidden: yes']],
  ['values, as JSON', { before: { a: 1 }, after: null }, ['before: {"a":1}', 'after: null']],
  ['what the message says', { outcome: 'lasting', place: 'temp', how: 'detached', count: 7 }, []],
  ['the input last', { input: { a: 1 }, path: 'x' }, ['where: x', 'input: {"a":1}']],
  ['names that objects have', JSON.parse('{"__proto__": "x", "constructor": "y"}'), ['__proto__: x', 'constructor: y']],
])('%s', (_, evidence, expected) => {
  expect(words(evidence)).toEqual(expected)
})
