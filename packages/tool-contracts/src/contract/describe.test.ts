import { expect, test } from 'vitest'
import { CAPABILITIES } from './capabilities.ts'
import { effectSentence } from './describe.ts'

type Described = Parameters<typeof effectSentence>[0]

const CASES: readonly (readonly [Described, string])[] = [
  [{ capabilities: ['READ'] }, 'Effects: reads data.'],
  [{ capabilities: ['READ'], network: 'none' }, 'Effects: reads data; no network.'],
  [{ capabilities: ['READ'], sideEffects: 'none' }, 'Effects: reads data; writes no files.'],
  [{ capabilities: ['WRITE'], sideEffects: 'filesystem' }, 'Effects: changes data; writes temporary files.'],
  [
    { capabilities: ['CREATE', 'DELETE'], sideEffects: 'filesystem', writes: ['data/**', 'log.txt'] },
    'Effects: creates data; deletes data for good; writes temporary files, data/**, log.txt.',
  ],
  [{ capabilities: ['EXECUTE'], writes: ['out/**'] }, 'Effects: runs an operation; writes out/**.'],
  [{ capabilities: ['ADMIN'], network: 'any' }, 'Effects: administers the system; connects to any host.'],
  [{ capabilities: ['ADMIN'], network: 'none' }, 'Effects: administers the system; no network.'],
  [{ capabilities: ['ADMIN'], network: [] }, 'Effects: administers the system; no network.'],
  [
    { capabilities: ['SCHEMA_MUTATION'], network: ['a.example:443', 'b.example:80'] },
    'Effects: alters schemas; connects to a.example:443, b.example:80.',
  ],
  [{ capabilities: ['CODE_EXECUTION'], approval: 'never' }, 'Effects: executes code.'],
  [{ capabilities: ['READ'], approval: 'always' }, 'Effects: reads data; waits for approval.'],
  [{ capabilities: ['READ'], approval: () => true }, 'Effects: reads data; may wait for approval.'],
]

test.each(CASES)('%o: %s', (contract, sentence) => {
  expect(effectSentence(contract)).toBe(sentence)
})

test('each capability has words of its own, and all fit into one sentence', () => {
  const each = CAPABILITIES.map((capability) => effectSentence({ capabilities: [capability] }))
  expect(new Set(each).size).toBe(CAPABILITIES.length)
  expect(effectSentence({ capabilities: CAPABILITIES })).toMatch(/^Effects: [^.\n]*\.$/)
})
