import { expect, it } from 'vitest'
import { perform } from './perform.ts'
import type { Seat } from './seat.ts'
import type { PlannedCall, Subject, Task } from './subject.ts'

const OFFLINE = { env: {}, network: false, memoryBytes: 1 }
const subject = { tool: 'add', limits: { timeoutMs: 5000 } } as Subject

/** One input with three answers expected, and three spoilt ones. */
function calls(network = false): readonly PlannedCall[] {
  const purposes = ['test', 'repeat', 'repeat', 'spoiled', 'spoiled', 'spoiled'] as const
  return purposes.map((purpose, index) => {
    const base = index === 0 ? undefined : 1
    return { id: index + 1, purpose, base, input: purpose, profile: { ...OFFLINE, network } } as PlannedCall
  })
}

/** A seat whose process refuses what is spoilt or more than it bears, by a clock of its own; `crowds`: how much was under way. */
function seatBearing(most: number) {
  const crowds: number[] = []
  let underWay = 0
  let clock = 0
  const call = async (_: string, input: unknown) => {
    const sentAt = clock
    underWay += 1
    const isError = input === 'spoiled' || underWay > most
    crowds.push(underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    clock += 1
    return { kind: 'result', result: { isError }, bytes: 1, sentAt, endedAt: clock }
  }
  const seat = { bearsCompany: true, process: async () => ({ number: 1, call }) } as unknown as Seat
  return { seat, crowds }
}

it('sends together what is to be refused, and a repeat after it', async () => {
  const { seat, crowds } = seatBearing(10)
  const task: Task = { subject, profile: OFFLINE, calls: calls() }
  const performed = await perform(seat, task, true)
  expect(crowds).toEqual([1, 1, 1, 2, 3, 4])
  expect(performed.map(({ planned, crowded }) => [planned.id, crowded])).toEqual([
    [1, false],
    [2, false],
    [4, true],
    [5, true],
    [6, true],
    [3, true],
  ])
  expect(performed.map(({ tookMs }) => tookMs)).toEqual([1, 1, 1, 1, 1, 1])
})

it('sends it one by one where the repeat was refused, and from then on', async () => {
  const { seat, crowds } = seatBearing(3)
  const task: Task = { subject, profile: OFFLINE, calls: calls() }
  const performed = await perform(seat, task, true)
  expect(crowds).toEqual([1, 1, 1, 2, 3, 4, 1, 1, 1, 1])
  expect(performed.map(({ crowded }) => crowded)).toEqual([false, false, false, false, false, false])
  await perform(seat, task, true)
  expect(crowds.slice(10)).toEqual([1, 1, 1, 1, 1, 1])
})

it.each([
  ['in no hurry', calls(), false],
  ['to a tool with a network', calls(true), true],
])('sends nothing together %s', async (_, planned, hurried) => {
  const { seat, crowds } = seatBearing(10)
  const performed = await perform(seat, { subject, profile: OFFLINE, calls: planned }, hurried)
  expect(crowds).toEqual([1, 1, 1, 1, 1, 1])
  expect(performed).toHaveLength(6)
})

it('sends no more wrong inputs to a tool that has accepted three', async () => {
  const inputs: unknown[] = []
  const call = async (_: string, input: unknown) => {
    inputs.push(input)
    return { kind: 'result', result: {}, bytes: 1, sentAt: 1, endedAt: 2 }
  }
  const seat = { bearsCompany: true, process: async () => ({ number: 1, call }) } as unknown as Seat
  const wrong = Array.from({ length: 9 }, (_, id) => ({ id, purpose: 'spoiled', input: 'wrong', profile: OFFLINE }))
  const right = { id: 10, purpose: 'repeat', input: 'right', profile: OFFLINE }
  const planned = [...wrong, right] as unknown as readonly PlannedCall[]
  const performed = await perform(seat, { subject, profile: OFFLINE, calls: planned }, false)
  expect(inputs).toEqual(['wrong', 'wrong', 'wrong', 'right'])
  expect(performed).toHaveLength(4)
})
