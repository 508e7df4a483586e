import { describe, expect, it } from 'vitest'
import { DONE, LATE, type LiteralServer, literalServer, planned, subject } from '../literals.test-data.ts'
import { callAlone } from './call-alone.ts'
import { NO_SUSPICION, type Suspicion } from './suspicions.ts'

const CALLS = [planned(1), planned(2), planned(3, { purpose: 'repeat', base: 1 })]
const TOOL = subject('slow', CALLS)

async function called(server: LiteralServer, suspicion: Partial<Suspicion> = {}) {
  let id = 100
  const options = { settleMs: 0, listTimeoutMs: 100 }
  const pass = await callAlone(TOOL, { ...NO_SUSPICION, ...suspicion }, { server, options, nextId: () => ++id })
  return { pass, watches: server.asked.map(({ watch, purposes }) => `${watch} ${purposes.join(' ')}`) }
}

describe('a tool that is called alone', () => {
  it('is traced once, each repeat right behind the call it repeats', async () => {
    const { pass, watches } = await called(literalServer(() => ({})))
    expect(watches).toEqual(['traced generated repeat generated'])
    expect(pass.performed.map(({ planned: { id } }) => id)).toEqual([1, 3, 2])
  })

  it('is asked many more times where its answers differed, and once more in a process that the spy looks into', async () => {
    const { watches } = await called(
      literalServer(() => ({})),
      { nonDeterministic: true },
    )
    expect(watches).toHaveLength(2)
    expect(watches[0]?.split(' ').filter((word) => word === 'repeat')).toHaveLength(25)
    expect(watches[1]).toBe('spied fresh fresh')
  })

  it('is looked into three times where it called others or changed its input', async () => {
    const { watches } = await called(
      literalServer(() => ({})),
      { hasHiddenCalls: true },
    )
    expect(watches.filter((watch) => watch.startsWith('spied'))).toHaveLength(3)
  })

  it('that was late is late only if it is late without a tracer too', async () => {
    const [first = planned(1)] = CALLS
    const slow = literalServer(({ call, watch }) => ({ reply: call.id === 1 && watch === 'traced' ? LATE : DONE }))
    const { pass, watches } = await called(slow, { timedOut: [first] })
    expect(watches).toEqual([
      'unwatched generated',
      'traced generated repeat generated',
      'unwatched generated repeat generated',
    ])
    expect(pass.performed.some(({ reply }) => reply.kind === 'timeout')).toBe(false)
  })

  it('that is late without a tracer too is not asked again for what was late', async () => {
    const [first = planned(1)] = CALLS
    const { pass, watches } = await called(
      literalServer(({ call }) => ({ reply: call.id === 1 ? LATE : DONE })),
      { timedOut: [first] },
    )
    expect(watches).toEqual(['unwatched generated', 'traced generated'])
    expect(pass.performed.map(({ planned: { id }, reply: { kind } }) => `${id} ${kind}`)).toEqual([
      '1 timeout',
      '2 result',
    ])
  })

  it('where nothing can be traced, the tracer is not to blame for a late answer', async () => {
    const server = literalServer(({ call }) => ({ reply: call.id === 2 ? LATE : DONE }), { isTraceable: false })
    expect((await called(server)).watches).toEqual(['traced generated repeat generated'])
  })
})
