import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Verdict, cases, judgeCase, lackedBy } from '../corpus-lab.ts'

const MINUTES = 60_000
const AT_ONCE = 4
const BUSY = 8

const loops: ChildProcess[] = []

beforeAll(() => {
  for (let one = 0; one < BUSY; one += 1) loops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
})

afterAll(() => {
  for (const loop of loops) loop.kill('SIGKILL')
})

describe('surety test', () => {
  it('judges as ever, four runs at once beside eight busy processes', { timeout: 20 * MINUTES }, async () => {
    const possible = cases.filter((one) => lackedBy(one) === undefined)
    const queue = possible.values()
    const wrong: Record<string, Verdict> = {}
    const lane = async (): Promise<void> => {
      for (const one of queue) {
        const { verdict } = await judgeCase(one, 5 * MINUTES)
        if (verdict.misses.length + verdict.falseAlarms.length > 0) wrong[one.name] = verdict
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    expect(wrong).toEqual({})
  })
})
