import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ApprovalRule } from '../contract/contract.ts'
import { type ToolHostOptions, createToolHost } from '../host/host.ts'
import { defineTool } from '../host/tool.ts'
import type { ApprovalRequest, Approver } from './ports.ts'

function payments(approval: ApprovalRule, options: Partial<ToolHostOptions> = {}) {
  let runs = 0
  const pay = defineTool(
    {
      toolName: 'pay',
      description: 'Pay an invoice.',
      inputSchema: z.object({ amount: z.coerce.number() }),
      outputSchema: z.string(),
      capabilities: ['WRITE'],
      approval,
    },
    () => {
      runs++
      return 'paid'
    },
  )
  const host = createToolHost({ tools: [pay], ...options })
  return { call: (options = {}) => host.call('pay', { amount: '5' }, { role: 'clerk', ...options }), runs: () => runs }
}

describe('approval', () => {
  it('is asked for the parsed input, with who asks and for what', async () => {
    const seen: ApprovalRequest[] = []
    const approver: Approver = (request) => {
      seen.push(request)
      return true
    }
    const outcome = await payments('always', { approver }).call({ traceId: 't', principal: 'ann' })
    expect(outcome).toMatchObject({ ok: true, value: 'paid' })
    expect(seen).toMatchObject([
      {
        toolName: 'pay',
        description: 'Pay an invoice.',
        input: { amount: 5 },
        role: 'clerk',
        principal: 'ann',
        traceId: 't',
        stepId: outcome.stepId,
      },
    ])
  })

  it.each<[string, ApprovalRule, boolean]>([
    ['always', 'always', true],
    ['never', 'never', false],
    ['a rule that says no', () => false, false],
    ['a rule that says yes', ({ amount }) => amount === 5, true],
    [
      'a rule that throws',
      () => {
        throw new Error('x')
      },
      true,
    ],
    ['a rule that answers undefined', () => undefined as unknown as boolean, true],
    ['a rule that answers a Promise of false', () => Promise.resolve(false) as unknown as boolean, true],
  ])('with %s is needed or not, failing closed', async (_, rule, isNeeded) => {
    const { call, runs } = payments(rule)
    const outcome = await call()
    expect(outcome.ok).toBe(!isNeeded)
    expect(runs()).toBe(isNeeded ? 0 : 1)
  })

  it.each<[string, Approver | undefined, string, string]>([
    ['no approver', undefined, 'APPROVAL_REQUIRED', 'no approver is set up'],
    ['an approver that says no', () => false, 'APPROVAL_DENIED', 'was denied'],
    [
      'an approver that says why not',
      () => ({ decision: 'denied', reason: 'too much' }),
      'APPROVAL_DENIED',
      'too much',
    ],
    [
      'an approver that throws',
      () => {
        throw new Error('offline')
      },
      'APPROVAL_REQUIRED',
      'offline',
    ],
    ['an approver that rejects', () => Promise.reject(new Error('offline')), 'APPROVAL_REQUIRED', 'offline'],
    ['an approver that is too late', () => new Promise(() => undefined), 'APPROVAL_REQUIRED', 'within 20 ms'],
    ['an approver that answers nonsense', () => 'yes' as unknown as boolean, 'APPROVAL_REQUIRED', 'no decision'],
    ['an approver that answers nothing', () => ({}) as unknown as boolean, 'APPROVAL_REQUIRED', 'no decision'],
  ])('with %s is refused', async (_, approver, code, message) => {
    const { call, runs } = payments('always', { approvalTimeoutMs: 20, ...(approver && { approver }) })
    expect(await call()).toMatchObject({ error: { code, stage: 'approve', message: expect.stringContaining(message) } })
    expect(runs()).toBe(0)
  })

  it('that is pending and that nobody can give says why', async () => {
    const approver: Approver = () => ({ decision: 'pending', approvalId: 'a1', reason: 'nobody is there' })
    const outcome = await payments('always', { approver }).call()
    expect(outcome).toMatchObject({
      ok: false,
      error: {
        code: 'APPROVAL_REQUIRED',
        message: expect.stringMatching(/waits for approval a1, but nobody is there\.$/),
      },
    })
    expect(outcome.ok || outcome.error.details).toEqual({ approvalId: 'a1' })
  })

  it('that is pending says how to go on', async () => {
    const approver: Approver = () => ({
      decision: 'pending',
      approvalId: 'a-1',
      expiresAt: '2027-01-01',
      approveWith: 'surety approvals approve a-1',
    })
    expect(await payments('always', { approver }).call()).toMatchObject({
      error: {
        code: 'APPROVAL_REQUIRED',
        details: { approvalId: 'a-1', expiresAt: '2027-01-01', approveWith: 'surety approvals approve a-1' },
      },
    })
  })

  it('given as a decision lets the call through', async () => {
    expect(await payments('always', { approver: async () => ({ decision: 'approved' }) }).call()).toMatchObject({
      ok: true,
    })
  })

  it('is not waited for once the caller has gone, and the approver is told', async () => {
    const controller = new AbortController()
    let told = false
    const approver: Approver = ({ signal }) => {
      signal.addEventListener('abort', () => (told = true))
      setTimeout(() => controller.abort(), 5)
      return new Promise(() => undefined)
    }
    const { call, runs } = payments('always', { approver })
    expect(await call({ signal: controller.signal })).toMatchObject({ error: { code: 'CANCELLED', stage: 'approve' } })
    expect(await call({ signal: AbortSignal.abort() })).toMatchObject({
      error: { code: 'CANCELLED', stage: 'approve' },
    })
    expect([told, runs()]).toEqual([true, 0])
  })
})
