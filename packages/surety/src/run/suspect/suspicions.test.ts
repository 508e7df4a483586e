import { describe, expect, it } from 'vitest'
import type { ToolEvidence } from '../../judge/evidence.ts'
import type { Finding } from '../../judge/finding.ts'
import { LATE, literalServer, planned, subject, wrote } from '../literals.test-data.ts'
import type { Deed, Met } from '../literals.test-data.ts'
import { suspicionsAbout } from './suspicions.ts'

const TOOLS = ['quiet', 'noisy', 'once'].map((tool, index) => subject(tool, [planned(index + 1)]))
const CALLED_ONCE = TOOLS.map((one) => ({ ...one, plan: { ...one.plan, mayCallOnlyOnce: true } }))

interface Given {
  readonly codes?: readonly string[]
  readonly needsNoRetest?: boolean
  readonly effects?: boolean
  readonly tools?: typeof TOOLS
}

/** The tools that are to be retested, and what for. */
async function suspicions(
  does: (met: Met) => Deed,
  { codes = [], needsNoRetest = false, effects = false, tools = TOOLS }: Given = {},
) {
  const server = literalServer(does)
  const tasks = tools.map((one) => ({ subject: one, profile: planned(0).profile, calls: one.plan.calls }))
  const pass = await server.call(tasks, { watch: 'traced', settleMs: 0, workers: 1, listTimeoutMs: 100 })
  const evidence = tools.map(({ tool }) => ({
    tool,
    contract: undefined,
    calls: [],
    effects: effects && tool === 'noisy' ? [wrote('log')] : [],
  })) as unknown as ToolEvidence[]
  const findings = codes.map((code) => ({ code, tool: 'noisy', ...(needsNoRetest && { needsNoRetest }) }) as Finding)
  const found = suspicionsAbout(tools, evidence, findings, pass)
  return new Map([...found].map(([{ tool }, suspicion]) => [tool, suspicion]))
}

describe('a tool is retested alone', () => {
  it('never, where nothing was found or seen', async () => {
    expect((await suspicions(() => ({}))).size).toBe(0)
  })

  it('where something was found that another tool may have caused', async () => {
    expect([...(await suspicions(() => ({}), { codes: ['E012'] })).keys()]).toEqual(['noisy'])
  })

  it('not for what its listing alone shows', async () => {
    expect((await suspicions(() => ({}), { codes: ['W024'] })).size).toBe(0)
  })

  it('not for what its contract alone shows', async () => {
    expect((await suspicions(() => ({}), { codes: ['W028'] })).size).toBe(1)
    expect((await suspicions(() => ({}), { codes: ['W028'], needsNoRetest: true })).size).toBe(0)
  })

  it('where it had an effect, though no rule minds', async () => {
    expect([...(await suspicions(() => ({}), { effects: true })).keys()]).toEqual(['noisy'])
  })

  it('where a process was started in its time that went on running', async () => {
    const starts = ({ tool }: Met): Deed => (tool === 'noisy' ? { sighting: { kind: 'running' } } : {})
    expect([...(await suspicions(starts)).keys()]).toEqual(['noisy'])
  })

  it('not where nothing holds what its calls do', async () => {
    expect((await suspicions(() => ({}), { codes: ['E012'], tools: CALLED_ONCE })).size).toBe(0)
  })
})

describe('it is retested for', () => {
  it('the calls that were late', async () => {
    const late = ({ tool }: Met): Deed => (tool === 'noisy' ? { reply: LATE } : {})
    const found = (await suspicions(late, { codes: ['E016'] })).get('noisy')
    expect(found?.timedOut.map(({ id }) => id)).toEqual([2])
  })

  it.each([
    ['E013', { nonDeterministic: true, hasHiddenCalls: false }],
    ['E015', { nonDeterministic: false, hasHiddenCalls: true }],
    ['E012', { nonDeterministic: false, hasHiddenCalls: false }],
  ])('what %s says takes', async (code, expected) => {
    expect((await suspicions(() => ({}), { codes: [code] })).get('noisy')).toMatchObject(expected)
  })
})
