import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ApprovalRequest } from '../call/ports.ts'
import { createRolePolicy } from '../contract/role-policy.ts'
import type { Closing, Journal } from '../journal/journal.ts'
import { createMemoryJournal } from '../journal/memory.ts'
import { toResult } from '../mcp/to-result.ts'
import { createToolHost } from './host.ts'
import { type Tool, defineTool } from './tool.ts'

const pay = defineTool(
  {
    toolName: 'pay',
    description: 'Pay somebody.',
    inputSchema: z.object({ card: z.string(), amount: z.number() }),
    outputSchema: z.object({ receipt: z.string() }),
    capabilities: ['WRITE'],
    sensitive: ['input.card'],
    approval: 'always',
    resourceLimits: { maxOutputBytes: 100 },
  },
  ({ amount }, { progress }) => {
    progress(1, 2)
    progress(2)
    return { receipt: 'x'.repeat(amount) }
  },
)

describe('an approver', () => {
  async function requestFor(tool: Tool): Promise<ApprovalRequest | undefined> {
    let asked: ApprovalRequest | undefined
    const approver = (request: ApprovalRequest) => ((asked = request), false)
    await createToolHost({ tools: [tool], approver }).call(String('pay'), { card: '4111', amount: 1 })
    return asked
  }

  it('gets the input, the input as others may see it, and the hash of the contract', async () => {
    expect(await requestFor(pay)).toMatchObject({
      input: { card: '4111', amount: 1 },
      shownInput: { card: '[redacted]', amount: 1 },
      contractHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('sees another hash where the contract says something else, and the same one where it does not', async () => {
    const same = defineTool({ ...pay.contract }, () => ({ receipt: '' }))
    const other = defineTool({ ...pay.contract, description: 'Pay anybody.' }, () => ({ receipt: '' }))
    const [first, second, third] = await Promise.all([requestFor(pay), requestFor(same), requestFor(other)])
    expect(second?.contractHash).toBe(first?.contractHash)
    expect(third?.contractHash).not.toBe(first?.contractHash)
  })
})

describe('a host', () => {
  it('tells a caller who wants to know how far the tool has come', async () => {
    const told: unknown[] = []
    const host = createToolHost({ tools: [pay], approver: () => true })
    await host.call('pay', { card: '4111', amount: 1 }, { onProgress: (done, total) => told.push([done, total]) })
    expect(told).toEqual([
      [1, 2],
      [2, undefined],
    ])
  })

  it('has a journal that can keep outputs keep one that is too large, and says where', async () => {
    const closings: Closing[] = []
    const memory = createMemoryJournal()
    const journal: Journal = {
      ...memory,
      open: () => ({ close: (closing) => void closings.push(closing) }),
      withheld: { uriOf: (stepId) => `kept:${stepId}`, read: () => undefined },
    }
    const outcome = await createToolHost({ tools: [pay], approver: () => true, journal }).call('pay', {
      card: '4111',
      amount: 200,
    })
    const uri = `kept:${outcome.stepId}`
    expect(outcome).toMatchObject({ error: { code: 'OUTPUT_TOO_LARGE', details: { uri, limit: 100 } } })
    expect(closings).toMatchObject([{ withheld: { receipt: 'x'.repeat(200) }, statusCode: 502 }])
    expect(toResult(outcome).content).toMatchObject([{ type: 'text' }, { type: 'resource_link', uri }])
  })

  it('withholds nothing of a tool that only reads: it can be asked for less', async () => {
    const closings: Closing[] = []
    const memory = createMemoryJournal()
    const journal: Journal = {
      ...memory,
      open: () => ({ close: (closing) => void closings.push(closing) }),
      withheld: { uriOf: (stepId) => `kept:${stepId}`, read: () => undefined },
    }
    const read = defineTool({ ...pay.contract, approval: 'never', capabilities: ['READ'] }, () => ({
      receipt: 'x'.repeat(200),
    }))
    const outcome = await createToolHost({ tools: [read], journal }).call('pay', { card: '4111', amount: 200 })
    expect(outcome).toMatchObject({ error: { code: 'OUTPUT_TOO_LARGE', details: { limit: 100 } } })
    expect(JSON.stringify(outcome)).not.toContain('kept:')
    expect(closings[0]?.withheld).toBeUndefined()
  })

  it('can be put under a policy, with the same journal', async () => {
    const open = createToolHost({ tools: [pay], approver: () => true })
    const closed = open.withPolicy(createRolePolicy({ clerk: ['READ'] }))
    expect(open.list('clerk')).toHaveLength(1)
    expect(closed.list('clerk')).toHaveLength(0)
    expect(closed.journal).toBe(open.journal)
    expect(await closed.call('pay', { card: '1', amount: 1 }, { role: 'clerk' })).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    })
  })

  it('leaves calls of the named tools out of a trace', async () => {
    const journal = createMemoryJournal()
    const host = createToolHost({ tools: [pay], approver: () => true, journal })
    const { traceId } = await host.call('pay', { card: '4111', amount: 1 })
    expect(journal.steps({ traceId }).steps).toHaveLength(1)
    expect(journal.steps({ traceId, without: ['pay'] }).steps).toHaveLength(0)
  })
})
