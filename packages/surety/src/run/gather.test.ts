import { describe, expect, it } from 'vitest'
import type { Finding } from '../judge/finding.ts'
import type { Gathered, Gathering } from './call/gathering.ts'
import { gather } from './gather.ts'
import {
  type Deed,
  type LiteralServer,
  type Met,
  PROFILE,
  literalServer,
  planned,
  subject,
  wrote,
} from './literals.test-data.ts'
import type { PlannedCall } from './plan/subject.ts'
import { ProgressCounter } from './request/progress-counter.ts'

const NAMES = ['first', 'second', 'third']
const ANSWERED = { kind: 'result', result: { content: [{ type: 'text', text: 'done' }] }, bytes: 20 } as const
const answering = (does: (met: Met) => Deed) => literalServer((met) => ({ reply: ANSWERED, ...does(met) }))

/** Everybody who writes breaks a promise. */
function judge({ tools }: Gathered): readonly Finding[] {
  return tools.flatMap(({ tool, effects }) =>
    effects.map(
      () => ({ code: 'E012', tool, message: '', blame: 'tool', evidence: { kind: 'write' }, defect: 'write' }) as const,
    ),
  )
}

async function gathered(server: LiteralServer, calls: (id: number) => readonly PlannedCall[] = (id) => [planned(id)]) {
  const subjects = NAMES.map((name, index) => subject(name, calls(10 * index + 1)))
  let id = 100
  const gathering: Gathering = {
    server,
    insideOf: () => () => ({ toolCalls: { how: 'seen' }, inputs: { how: 'seen' } }),
    profile: PROFILE,
    subjects,
    listed: subjects.map(({ listed }) => listed),
    workers: 2,
    settleMs: 0,
    determinismRuns: 3,
    warm: { traced: [], fresh: [] },
    changedSinceLock: undefined,
    nextId: () => ++id,
    judge,
    progressCounter: new ProgressCounter(() => {}),
  }
  const { findings, tools, unexplained } = await gather(gathering)
  return {
    found: findings.map(({ tool }) => tool),
    effects: tools.map(({ tool, effects }) => `${tool} ${effects.length}`),
    unexplained: unexplained.length,
    passes: server.asked.map(({ watch, tools: of }) => `${watch} ${of.join(' ')}`),
  }
}

describe('a run', () => {
  it('calls each tool among the others, and no more where nothing is found', async () => {
    const { found, passes } = await gathered(answering(() => ({})))
    expect(found).toEqual([])
    expect(passes).toEqual(['traced first second third', 'spied '])
  })

  it('calls once more in fresh processes what is to be repeated', async () => {
    const { passes } = await gathered(
      answering(() => ({})),
      (id) => [planned(id), planned(id + 1, { purpose: 'repeat', base: id })],
    )
    expect(passes).toEqual(['traced first second third', 'spied first second third'])
  })

  it('retests alone whom it finds guilty, and only that counts', async () => {
    const { found, effects, passes } = await gathered(
      answering(({ tool }) => (tool === 'second' ? { sighting: wrote('log') } : {})),
    )
    expect(found).toEqual(['second'])
    expect(effects).toEqual(['first 0', 'second 1', 'third 0'])
    expect(passes.slice(2)).toEqual(['traced second'])
  })

  it('clears whoever does nothing alone, and finds whose late effect it was', async () => {
    // What `first` sets off shows only in the time of whoever is called next, or after its own calls.
    const late = ({ tool, before }: Met): Deed => {
      const isNext = before.at(-1) === 'first' && tool !== 'first'
      return isNext || (tool === 'first' && before.length === 0 && alone) ? { sighting: wrote('late') } : {}
    }
    let alone = false
    const server = answering(late)
    const call: LiteralServer['call'] = (tasks, options) => {
      alone = tasks.length === 1
      return server.call(tasks, options)
    }
    const { found, unexplained } = await gathered({ ...server, call })
    expect(found).toEqual(['first'])
    expect(unexplained).toBe(0)
  })

  it('blames no tool for what none of them does again', async () => {
    let times = 0
    const { found, unexplained } = await gathered(
      answering(({ tool }) => (tool === 'third' && ++times === 1 ? { sighting: wrote('once') } : {})),
    )
    expect(found).toEqual([])
    expect(unexplained).toBe(1)
  })

  it('that ends early says nothing of effects that it could not confirm', async () => {
    const server = answering(({ tool, watch }) => {
      if (tool !== 'second') return {}
      if (watch === 'traced') server.stop.ask('out of time')
      return { sighting: wrote('log') }
    })
    const { found, unexplained } = await gathered(server)
    expect([found, unexplained]).toEqual([[], 0])
  })
})
