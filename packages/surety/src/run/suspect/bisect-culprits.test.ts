import { describe, expect, it } from 'vitest'
import { type Met, literalServer, planned, subject, wrote } from '../literals.test-data.ts'
import type { Subject } from '../plan/subject.ts'
import type { Pass } from '../call/pass.ts'
import { findCausesByHalving } from './bisect-culprits.ts'

const TOOLS = Array.from({ length: 100 }, (_, index) => subject(`tool_${index}`, [planned(index + 1)]))
const showsWrite = ({ processes }: Pass): boolean => processes.some(({ sightings }) => sightings.length > 0)

async function culpritsOf(guilty: (met: Met) => boolean, candidates: readonly Subject[] = TOOLS) {
  const server = literalServer((met) => (guilty(met) ? { sighting: wrote('log') } : {}))
  const found = await findCausesByHalving(server, candidates, showsWrite, { settleMs: 0, listTimeoutMs: 100 })
  return { names: found.map(({ tool }) => tool), passes: server.asked.length }
}

describe('whose calls show an effect again', () => {
  it('is found among a hundred tools in a few passes', async () => {
    const { names, passes } = await culpritsOf(({ tool }) => tool === 'tool_42')
    expect(names).toEqual(['tool_42'])
    expect(passes).toBeLessThan(30)
  })

  it('may be several', async () => {
    const { names } = await culpritsOf(({ tool }) => ['tool_3', 'tool_4', 'tool_99'].includes(tool))
    expect(names).toEqual(['tool_3', 'tool_4', 'tool_99'])
  })

  it('is nobody where none shows it, and nobody is asked where nobody is suspected', async () => {
    expect(await culpritsOf(() => false)).toMatchObject({ names: [], passes: 8 })
    expect(await culpritsOf(() => true, [])).toEqual({ names: [], passes: 0 })
  })

  it('is nobody where it takes the calls of others before', async () => {
    const { names } = await culpritsOf(({ tool, before }) => tool === 'tool_1' && before.includes('tool_0'))
    expect(names).toEqual([])
  })
})
