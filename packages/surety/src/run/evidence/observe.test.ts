import { describe, expect, it } from 'vitest'
import type { Reply } from '../../connect/session.ts'
import type { Sighting } from '../../sandbox/cell.ts'
import { blindnessIn, observe } from './observe.ts'
import { NO_PASS, type Pass } from '../call/pass.ts'
import { wrote } from '../literals.test-data.ts'
import type { Performed } from '../call/perform.ts'
import type { ServerProcess } from '../process/server-process.ts'

const REASON = 'its tracer was stopped'

it('all that a tool did is seen, whatever its number', () => {
  const COUNT = 100_000
  const sightings = Array.from(
    { length: COUNT },
    (_, index) => ({ ...wrote(`${index}`), at: 155 }) as unknown as Sighting,
  )
  const pass: Pass = { ...NO_PASS, processes: [server(1, { sightings, scans: [] })], performed: [call('a', 1)] }
  expect(observe(pass, new Set())('a').effects).toHaveLength(COUNT)
})

describe('whose effects may not have been seen', () => {
  it('is nobody where every process was traced to the end', () => {
    expect(blindIn([server(1)], [call('a', 1), call('b', 1)])).toEqual({})
  })

  it('is whoever was called in a process whose tracer went blind, and nobody else', () => {
    const [stopped, other] = [server(1, { sightings: [blind(200)] }), server(2)]
    expect(blindIn([stopped, other], [call('a', 1), call('b', 2)])).toEqual({ a: REASON })
  })

  it('is nobody who never answers, traced or not: that is told as such', () => {
    const processes = [server(1), server(2, { isTraced: false })]
    expect(blindIn(processes, [call('a', 1, 'timeout'), call('a', 2, 'timeout')])).toEqual({})
  })

  it('is whoever answers untraced only', () => {
    const [traced, untraced] = [server(1), server(2, { isTraced: false })]
    expect(blindIn([traced, untraced], [call('a', 1), call('a', 2), call('b', 1, 'timeout'), call('b', 2)])).toEqual({
      b: expect.stringContaining('while it was traced'),
    })
  })

  it('is no single tool where the tracer was blind before any was called: that concerns the run', () => {
    expect(blindIn([server(1, { sightings: [blind(50)] })], [call('a', 1)])).toEqual({})
  })
})

function blindIn(processes: readonly ServerProcess[], performed: readonly Performed[]): Record<string, string> {
  const pass: Pass = { ...NO_PASS, processes, performed }
  return Object.fromEntries(blindnessIn(pass))
}

function blind(at: number): Sighting {
  return { at, kind: 'blind', reason: REASON }
}

function server(number: number, more: Partial<ServerProcess> = {}): ServerProcess {
  return { number, readyAt: 100, isTraced: true, sightings: [], ...more } as ServerProcess
}

function call(tool: string, process: number, kind: Reply['kind'] = 'result'): Performed {
  const reply = { kind, sentAt: 150, endedAt: 160 } as Reply
  return { subject: { tool }, planned: { id: 1 }, reply, process } as Performed
}
