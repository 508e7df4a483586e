import { describe, expect, it } from 'vitest'
import type { Reply } from '../../connect/session.ts'
import type { Sighting, TreeChange } from '../../sandbox/cell.ts'
import { effectsOf, startConnectsOf } from './effects.ts'
import type { ObservedProcess } from './owners.ts'
import type { Performed } from '../call/perform.ts'

const CHANGE: TreeChange = { kind: 'write', place: 'project', path: 'log', existed: true }

describe('a change that only the trees show', () => {
  const calls = [call('a', 10), call('a', 20), call('b', 30), call('c', 40)]

  it('is put down to the first call since the last look', () => {
    expect(ownersOf(process({ since: 15, at: 25 }), calls)).toEqual([['a', 20]])
  })

  it('is put down to the one called before, where nobody was called since', () => {
    expect(ownersOf(process({ since: 31, at: 35 }), calls)).toEqual([['b', 30]])
  })

  it('is nothing new where it was seen being made in that time', () => {
    const observed = { ...process({ since: 0, at: 50 }), sightings: [write(41)] }
    expect(ownersOf(observed, calls)).toEqual([['c', 40]])
  })
})

it('connections that stand before a server is ready are those it made while it started', () => {
  const connect = (at: number, target: string, refused = false): Sighting => ({ at, kind: 'connect', target, refused })
  const sightings = [connect(1, 'a:1'), connect(2, 'b:1', true), connect(3, 'a:1'), connect(9, 'c:1')]
  const found = startConnectsOf({ number: 1, sightings, scans: [], readyAt: 5 })
  expect(found.map(({ target }) => target)).toEqual(['a:1'])
})

function ownersOf(observed: ObservedProcess, performed: readonly Performed[]): unknown[] {
  return effectsOf(observed, performed).map(({ during }) => [during?.subject.tool, during?.reply.sentAt])
}

function process(...looks: readonly { readonly since: number; readonly at: number }[]): ObservedProcess {
  return { number: 1, sightings: [], scans: looks.map((look) => ({ ...look, changes: [CHANGE] })) }
}

function write(at: number): Sighting {
  return { ...CHANGE, kind: 'write', at, refused: false, pid: 1 } as Sighting
}

function call(tool: string, sentAt: number): Performed {
  const reply = { kind: 'result', sentAt, endedAt: sentAt + 5 } as Reply
  return { subject: { tool }, planned: { id: sentAt }, reply, process: 1 } as Performed
}
