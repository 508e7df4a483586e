import { expect, it } from 'vitest'
import { perform } from './perform.ts'
import type { ServerSlot } from '../process/server-slot.ts'
import { Stop } from '../request/stop.ts'
import type { PlannedCall, Subject, Task } from '../plan/subject.ts'

const OFFLINE = { env: {}, network: false, memoryBytes: 1 }
const subject = { tool: 'add', limits: { timeoutMs: 5000 } } as Subject

/** One input with three answers expected, and three invalid ones. */
function calls(): readonly PlannedCall[] {
  const purposes = ['test', 'repeat', 'repeat', 'invalid', 'invalid', 'invalid'] as const
  return purposes.map((purpose, index) => {
    const base = index === 0 ? undefined : 1
    return { id: index + 1, purpose, base, input: purpose, profile: OFFLINE } as PlannedCall
  })
}

/** A slot whose process takes so long for every call, by a clock of its own. */
function slotTaking(takesMs = 1): ServerSlot {
  let clock = 0
  const call = async () => {
    const sentAt = clock
    await new Promise((resolve) => setImmediate(resolve))
    clock += takesMs
    return { kind: 'result', result: { isError: false }, bytes: 1, sentAt, endedAt: clock }
  }
  const process = { number: 1, call, abandon: async () => {} }
  return { stop: new Stop(), ensureStarted: async () => process } as unknown as ServerSlot
}

it('leaves a slow tool after its first call and the repeats of that, where the time is short', async () => {
  const slot = slotTaking(600)
  const task: Task = { subject, profile: OFFLINE, calls: calls() }
  expect(await perform(slot, task)).toHaveLength(6)
  slot.stop.isTimed = true
  const performed = await perform(slot, task)
  expect(performed.map(({ planned }) => planned.id)).toEqual([1, 2, 3])
})

it('makes no call once the run is to end, and does not count the one that was under way', async () => {
  const slot = slotTaking()
  const task: Task = { subject, profile: OFFLINE, calls: calls() }
  const performing = perform(slot, task, () => slot.stop.ask('interrupted'))
  expect((await performing).map(({ planned }) => planned.id)).toEqual([1])
  expect(await perform(slot, task)).toEqual([])
})

it('sends no more wrong inputs to a tool that has accepted three', async () => {
  const inputs: unknown[] = []
  const call = async (_: string, input: unknown) => {
    inputs.push(input)
    return { kind: 'result', result: {}, bytes: 1, sentAt: 1, endedAt: 2 }
  }
  const slot = { stop: new Stop(), ensureStarted: async () => ({ number: 1, call }) } as unknown as ServerSlot
  const wrong = Array.from({ length: 9 }, (_, id) => ({ id, purpose: 'invalid', input: 'wrong', profile: OFFLINE }))
  const right = { id: 10, purpose: 'repeat', input: 'right', profile: OFFLINE }
  const planned = [...wrong, right] as unknown as readonly PlannedCall[]
  const performed = await perform(slot, { subject, profile: OFFLINE, calls: planned })
  expect(inputs).toEqual(['wrong', 'wrong', 'wrong', 'right'])
  expect(performed).toHaveLength(4)
})
