import { afterAll, describe, expect, it } from 'vitest'
import { SERVER, config, contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'

afterAll(removeProjects)

describe('a finding on a generated input', () => {
  const cwd = project({ 'server.mjs': SERVER, 'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n' })

  it('that takes all calls of its tool says so by its replay, which shows it again', async () => {
    const { tools } = reportOf(await surety(['test', '--json', '--', 'node', 'server.mjs', 'third'], { cwd }))
    const [finding, ...others] = tools[0]?.findings ?? []
    expect([finding?.code, others]).toEqual(['E004', []])
    expect(finding?.replay).toBe('surety test --tool third -- node server.mjs third')
    const words = (finding?.replay ?? '').split(' ').slice(2)
    const again = await surety(['test', '--json', ...words], { cwd })
    expect(reportOf(again).tools[0]?.findings.map(({ code }) => code)).toEqual(['E004'])
  })
})

describe('a tool of which no call gives a result', () => {
  it('is skipped, with the first answer, and what takes a result is not checked', async () => {
    const dir = project({
      'server.mjs': SERVER,
      'surety.yaml': config(['away']),
      'tools/away.yaml': contract('away', { guarantees: 'side_effects: none, max_execution_time: 1s', tests: '' }),
    })
    const [json, text] = await Promise.all([surety(['test', dir, '--json']), surety(['test', dir])])
    expect(reportOf(json)).toMatchObject({
      tools: [{ status: 'skipped', firstError: 'the database is away' }],
      summary: { passed: 0, skipped: 1 },
    })
    const unchecked = reportOf(json).tools[0]?.notChecked.map(({ promise, reason }) => `${promise}: ${reason}`)
    expect(unchecked).toContain('max_execution_time: no call gave a result')
    expect(text.out).toContain('No result\n  the database is away\n    first answer of away\n')
    expect(text.out).toContain('1 skipped, 1 without a result')
    expect(text.out).not.toContain('✓')
  })

  it('is skipped where its only test expects an error, and gets it', async () => {
    const tests = '{ name: away, input: {}, expect: { error: { message: { $regex: away } } } }'
    const dir = project({
      'server.mjs': SERVER,
      'surety.yaml': config(['away']),
      'tools/away.yaml': contract('away', { guarantees: '', tests }),
    })
    const report = reportOf(await surety(['test', dir, '--json']))
    expect(report.tools).toMatchObject([{ status: 'skipped', firstError: 'the database is away' }])
    expect(report.summary.exitCode).toBe(0)
  })

  it('is not said to have passed without a contract either', async () => {
    const cwd = project({ 'server.mjs': SERVER, 'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n' })
    const { out } = await surety(['test', '--', 'node', 'server.mjs', 'away', 'greet'], { cwd })
    expect(out).toContain('Tools     1 without contract, 1 skipped, 1 without a result\n')
    expect(out).not.toContain('passed')
  })
})
