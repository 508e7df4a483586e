import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LABS, type Lab } from '../../packages/surety/src/store/engines.test-data.ts'
import type { Approval } from '../../packages/surety/src/store/store.ts'
import { type Ran, project, removeProjects, surety } from '../cli-lab.ts'
import { expectRefused, waiting, withHost } from '../store-lab.ts'

const SCRIPTS = resolve(import.meta.dirname, '../../packages/surety/test/store')
const ROLES = 'roles: { planner: [READ], builder: [READ, WRITE] }\n'

afterAll(removeProjects)

describe.each(LABS)('the commands on a record in $engine', ({ start }) => {
  let lab: Lab
  let url: string
  let cwd: string
  beforeAll(() => {
    lab = start()
    url = lab.fresh()
    cwd = project({ 'surety.yaml': `version: 1\n${ROLES}store: '\${STORE}'\n` })
  })
  afterAll(() => lab.end())

  const asked = (...args: string[]): Promise<Ran> => surety(args, { cwd, env: { STORE: url } })

  it('token create prints a token that is good, and nothing else; it is in no list, and revoked it is bad', async () => {
    const made = await asked('token', 'create', '--id', 'ci', '--role', 'builder', '--expires', '90d')
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^surety_[\w-]{43}\n$/) })
    expect(made.err).toContain('shown only now')
    const [text, json] = await Promise.all([asked('token', 'list'), asked('token', 'list', '--json')])
    expect(text.out).toMatch(/^ID .*\nci +builder +active +20[^ ]+Z +20[^ ]+Z\n$/)
    expect(JSON.parse(json.out)).toEqual({
      tokens: [
        {
          id: 'ci',
          role: 'builder',
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
          revokedAt: null,
          status: 'active',
        },
      ],
    })
    expect(text.out + json.out + made.err).not.toContain(made.out.trim())
    await withHost(url, async (_, { tokens }) => {
      expect(await tokens.find(made.out.trim())).toEqual({ id: 'ci', role: 'builder' })
    })
    expectRefused(await asked('token', 'create', '--id', 'ci', '--role', 'planner'), 2, 'id "ci" already (active)')
    expect(await asked('token', 'revoke', 'ci')).toMatchObject({ code: 0, out: expect.stringContaining('Revoked') })
    expectRefused(await asked('token', 'revoke', 'ci'), 1, 'was revoked already')
    expectRefused(await asked('token', 'revoke', 'cii'), 2, "Did you mean 'ci'?")
    expect((await asked('token', 'list')).out).toContain('revoked')
  })

  it('a token of a role that is none is refused, with those there are', async () => {
    const ran = await asked('token', 'create', '--id', 'x', '--role', 'bilder')
    expectRefused(ran, 2, `There is no role "bilder"; there are planner, builder. Did you mean 'builder'?`)
  })

  it('approvals list shows a call that waits; approve lets it through once, and a second answer comes too late', async () => {
    const call = { to: 'an account', amount: 500 }
    const first = await withHost(url, (host) => host('wire', call, { principal: 'ada', role: 'builder' }))
    expect(first).toMatchObject({ ok: false, error: { code: 'APPROVAL_REQUIRED' } })
    const { approvals }: { approvals: Approval[] } = JSON.parse((await asked('approvals', 'list', '--json')).out)
    expect(approvals).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^apr_/),
        tool: 'wire',
        principal: 'ada',
        role: 'builder',
        arguments: { to: '[redacted]', amount: 500 },
        requestedAt: expect.stringMatching(/^20.*Z$/),
        expiresAt: expect.stringMatching(/^20.*Z$/),
        status: 'pending',
      }),
    ])
    const id = approvals[0]?.id ?? ''
    const { out } = await asked('approvals', 'list')
    expect(out).toContain(`${id}  pending\n  wire, called by ada (builder), waits since 20`)
    expect(out).toContain('expires in 14 min')
    expect(out).toContain('"amount":500')
    expect(await asked('approvals', 'approve', id, '--reason', 'Known.')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Approved wire of ada (${id}): the same call is let through once`),
    })
    expectRefused(await asked('approvals', 'deny', id), 1, 'was approved already, by operator')
    const again = await withHost(url, (host) => host('wire', call, { principal: 'ada', role: 'builder' }))
    expect(again).toMatchObject({ ok: true, value: { sent: 500 } })
    expectRefused(await asked('approvals', 'approve', id), 1, 'and its call has been made')
    expectRefused(await asked('approvals', 'approve', 'apr_none'), 2, 'There is no approval "apr_none" in ${STORE}.')
    expect((await asked('approvals', 'list')).out).toBe('No call waits for approval.\n')
    expect((await asked('approvals', 'list', '--all')).out).toMatch(/approved by operator:[^\n]+: Known\.\n/)
  })

  it('of many who answer at once one decides', async () => {
    const id = await waiting(url, 'race')
    const ran = await Promise.all(['approve', 'deny', 'approve', 'deny'].map((verb) => asked('approvals', verb, id)))
    expect(ran.map(({ code }) => String(code)).toSorted()).toEqual(['0', '1', '1', '1'])
    const verdict = ran.find(({ code }) => code === 0)?.out.startsWith('Approved') === true ? 'approved' : 'denied'
    for (const { err } of ran.filter(({ code }) => code === 1)) expect(err).toContain(`was ${verdict} already`)
  })

  it.each([
    ['approve', { ok: true, value: { sent: 5 } }],
    ['deny', { ok: false, error: { code: 'APPROVAL_DENIED', message: expect.stringContaining('Too much.') } }],
  ])('a call that waits in one process ends when another says %s', async (verb, end) => {
    const caller = promisify(execFile)(process.execPath, [join(SCRIPTS, 'waiting-caller.mjs'), url])
    const isWire = ({ tool }: Approval): boolean => tool === 'wire'
    const waits = async (): Promise<Approval[]> => {
      const { approvals }: { approvals: Approval[] } = JSON.parse((await asked('approvals', 'list', '--json')).out)
      return approvals.filter(isWire)
    }
    await expect.poll(waits, { timeout: 60_000 }).toHaveLength(1)
    const [approval] = await waits()
    expect((await asked('approvals', verb, approval?.id ?? '', '--reason', 'Too much.')).code).toBe(0)
    expect(JSON.parse((await caller).stdout)).toMatchObject(end)
  })

  it('trace shows the calls of all principals, nested, with what was refused and done', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await withHost(url, async (call) => {
      await call('wire', { to: 'x', amount: 5 }, { traceId, principal: 'ada', role: 'builder' })
      await call('wire', { to: 'x', amount: 0 }, { traceId, principal: 'bob' })
    })
    const { out, code } = await asked('trace', traceId)
    expect(code).toBe(0)
    expect(out).toMatch(/^Trace 4bf92f3577b34da6a3ce929d0e0e4736 by 2 principals: 3 steps, 1 refused, .* from 20/)
    expect(out).toMatch(/ wire by ada +200\n +did connect bank.example:443\n.* {4}look by ada +200\n/)
    expect(out).toMatch(/ wire by bob +400 INVALID_INPUT\n +refused at validate, blame caller: [^\n]+\n$/)
    const json: { steps: unknown[] } = JSON.parse((await asked('trace', traceId, '--json')).out)
    expect(json).toMatchObject({
      traceId,
      steps: [
        { principal: 'ada', toolName: 'wire', inputs: { to: '[redacted]', amount: 5 } },
        { principal: 'ada', toolName: 'look', parentStepId: expect.any(String) },
        { principal: 'bob', code: 'INVALID_INPUT' },
      ],
    })
    expect(json.steps).toHaveLength(3)
    expectRefused(await asked('trace', 'none'), 1, 'Nothing is recorded under the trace "none" in ${STORE}.')
  })

  it('audit tells a record that is whole from one that was touched', async () => {
    const head = await asked('audit', 'head')
    expect(head).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^[0-9a-f]{64}\n$/) })
    const kept = head.out.trim()
    expect(await asked('audit', 'verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ Every chain/) })
    const whole = await asked('audit', 'verify', '--head', kept.toUpperCase())
    expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(/up to the head is there\.\n {2}\d+ steps? of/) })
    const other = await asked('audit', 'verify', '--head', '0'.repeat(64), '--json')
    expect(JSON.parse(other.out)).toMatchObject({ ok: false, problem: 'unknown head' })
    expect(other.code).toBe(1)
    lab.tamper(url, `update surety_steps set tool_name = 'other' where tool_name = 'look'`)
    const ran = await asked('audit', 'verify', '--head', kept)
    expect(ran).toMatchObject({ code: 1, err: '' })
    expect(ran.out).toMatch(/^✗ Step \S+ was altered after it was recorded\.\n/)
  })

  it('a record of a newer version is left alone', async () => {
    const newer = lab.fresh()
    await withHost(newer, async () => undefined)
    lab.tamper(newer, `update surety_settings set value = '99' where name = 'version'`)
    const ran = await surety(['trace', 'x', '--store', newer], { cwd })
    expectRefused(ran, 2, 'cannot be opened: The store has version 99, this surety knows 1 at most. Update surety')
  })
})

it('a call whose process was killed is shown as of unknown outcome by the next command', async () => {
  const cwd = project()
  const caller = spawn(process.execPath, [join(SCRIPTS, 'slow-writer.mjs'), `sqlite:${cwd}/.surety/surety.db`])
  const [traceId] = await once(caller.stdout, 'data')
  caller.kill('SIGKILL')
  await once(caller, 'close')
  const { code, out } = await surety(['trace', String(traceId)], { cwd })
  expect(code).toBe(0)
  expect(out).toMatch(/ slow +504 OUTCOME_UNKNOWN\n +refused at execute, blame environment: The process that ran/)
})

it('an approval and a token whose time is over are said to have expired', async () => {
  const cwd = project()
  const url = `sqlite:${cwd}/.surety/surety.db`
  const id = await waiting(url, 'soon', { approvals: { expires: '1s' } })
  expect((await surety(['token', 'create', '--id', 'ci', '--role', 'any', '--expires', '1s'], { cwd })).code).toBe(0)
  await new Promise((elapsed) => setTimeout(elapsed, 1100))
  expectRefused(
    await surety(['approvals', 'approve', id], { cwd }),
    1,
    `${id} has expired: the caller has to ask again`,
  )
  expect((await surety(['approvals', 'list', '--all'], { cwd })).out).toContain(`${id}  expired\n`)
  expect((await surety(['token', 'list'], { cwd })).out).toMatch(/^ci +any +expired /m)
})
