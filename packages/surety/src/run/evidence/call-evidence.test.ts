import { expect, it } from 'vitest'
import { callEvidence } from './call-evidence.ts'
import type { Performed } from '../call/perform.ts'

const AROUND = { processes: [], acceptedNeighbours: new Map() }
const REPLY = { kind: 'result', result: { content: [] }, bytes: 2, sentAt: 1, endedAt: 2 }

/** A call that was answered, and whose server ended after that. */
const ended = (exit: Performed['exit']): Performed =>
  ({
    planned: { id: 1, purpose: 'generated', input: {} },
    subject: { tool: 'add', tests: [], problems: [], limits: { memoryBytes: 100 } },
    reply: REPLY,
    exit,
  }) as unknown as Performed

it('a server that ends by itself after its answer has died of the call', async () => {
  const evidence = await callEvidence(ended({ code: 1, signal: null, overMemory: undefined }), AROUND)
  expect(evidence).toMatchObject({ answer: { kind: 'result' }, diedAfter: { exitCode: 1, signal: null } })
})

it('a server that was ended for its memory after its answer is told of that alone', async () => {
  const evidence = await callEvidence(ended({ code: null, signal: 'SIGKILL', overMemory: 300 }), AROUND)
  expect(evidence.answer).toEqual({ kind: 'memory', bytes: 300, limitBytes: 100 })
  expect(evidence.diedAfter).toBeUndefined()
})
