import { describe, expect, it } from 'vitest'
import type { Sighting } from '../../sandbox/cell.ts'
import { NO_PASS } from '../call/pass.ts'
import type { Performed } from '../call/perform.ts'
import type { ServerProcess } from '../process/server-process.ts'
import type { Subject } from '../plan/subject.ts'
import { unmeasuredIn, unmeasuredOf } from './unmeasured.ts'

const BUSY = 'the machine was too busy'
const HELD = 'it is in a message'

describe('whose memory may not have been measured', () => {
  it.each<readonly [string, Sighting[], string[]]>([
    ['nobody where it was looked at all the time', [], []],
    ['whoever was under way when nobody looked', [silence(120, 140)], ['first']],
    ['everybody who was', [silence(120, 320)], ['first', 'second']],
    ['whoever was called last before that', [silence(220, 240)], ['first']],
    ['nobody where that was before the first call', [silence(20, 40)], []],
    ['everybody in a process that holds memory nobody can see', [lasting(320)], ['first', 'second']],
  ])('is %s', (_, sightings, tools) => {
    expect([...unmeasuredIn(passOf(server(1, sightings))).keys()]).toEqual(tools)
  })

  it('is nobody who was seen to take too much', () => {
    const exit = { code: null, signal: 'SIGKILL', overMemory: 300 }
    expect(unmeasuredIn(passOf(server(1, [silence(120, 320)]), { exit }))).toEqual(new Map())
  })

  it('is nobody whose calls were measured while they were traced', () => {
    const [traced, spied] = [server(2, []), server(1, [silence(120, 320)], false)]
    const { performed } = passOf(traced)
    const both = { ...NO_PASS, processes: [traced, spied], performed: [...performed, ...passOf(spied).performed] }
    expect(unmeasuredIn(both)).toEqual(new Map())
  })

  it('tells what lasts rather than what another call may show', () => {
    const found = unmeasuredIn(passOf(server(1, [silence(120, 140), lasting(150)])))
    expect(found.get('first')).toEqual({ reason: HELD, isTemporary: false })
  })
})

describe('memory that was not measured', () => {
  const missed = { reason: BUSY, isTemporary: true }

  it('is told of a tool that promises a limit', () => {
    expect(unmeasuredOf(promising(1024), missed)).toMatchObject([{ promise: 'memory', code: 'E006', reason: BUSY }])
  })

  it('is not told of a tool that promises none', () => {
    expect(unmeasuredOf(promising(undefined), missed)).toEqual([])
  })
})

function promising(memoryBytes: number | undefined): Subject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is looked at of a tool
  return { contract: { guarantees: { memoryBytes } } } as Subject
}

function silence(at: number, until: number): Sighting {
  return { at, until, kind: 'memory unseen', reason: BUSY }
}

function lasting(at: number): Sighting {
  return { at, kind: 'memory unseen', reason: HELD }
}

function server(number: number, sightings: readonly Sighting[], isTraced = true): ServerProcess {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is looked at of a process
  return { number, isTraced, sightings } as ServerProcess
}

/** One tool from 100 to 200, another from 300 to 400. */
function passOf(process: ServerProcess, more: Partial<Performed> = {}) {
  const performed = ['first', 'second'].map((tool, index) => {
    const reply = { kind: 'result', sentAt: 100 + 200 * index, endedAt: 200 + 200 * index }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is looked at of a call
    return { subject: { tool }, reply, process: process.number, ...more } as Performed
  })
  return { ...NO_PASS, processes: [process], performed }
}
