import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SERVER, codesOf, config, contract, project, removeProjects, reportOf, surety } from '../cli-lab.ts'

afterAll(removeProjects)

function tools(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`tools/${name}.yaml`, contract(name)]))
}

describe.concurrent('--bail', () => {
  it('stops at the first tool that fails; the others are not called, and the report says so', async () => {
    const names = ['files', 'note', 'greet']
    const folder = project({ 'surety.yaml': config(names), 'server.mjs': SERVER, ...tools(names) })
    const ran = await surety(['test', folder, '--bail', '--json'])
    const { partial, tools: reported } = reportOf(ran)
    // The server lists them in an order of its own.
    expect(reported.map(({ tool, status, calls }) => [tool, status, calls > 0])).toEqual([
      ['note', 'failed', true],
      ['greet', 'skipped', false],
      ['files', 'skipped', false],
    ])
    expect(partial).toEqual({ reason: 'first failure', notCalled: ['greet', 'files'], cutShort: [] })
    expect(ran.code).toBe(1)
  })

  it('finds what is found without it where nothing fails', async () => {
    const names = ['files', 'greet']
    const folder = project({ 'surety.yaml': config(names), 'server.mjs': SERVER, ...tools(names) })
    const report = reportOf(await surety(['test', folder, '--bail', '--json']))
    expect(codesOf(report)).toEqual([['greet'], ['files']])
    expect(report).not.toHaveProperty('partial')
  })
})

describe('--watch', () => {
  it('tests the tool of a changed contract again, all of them after any other change, and nothing for what is ignored', async () => {
    const names = ['files', 'greet']
    const folder = project({ 'surety.yaml': config(names), 'server.mjs': SERVER, ...tools(names) })
    mkdirSync(join(folder, 'node_modules'))
    let waits = 0
    const steps = [
      () => {
        writeFileSync(join(folder, 'node_modules/x.js'), '')
        writeFileSync(join(folder, 'tools/greet.yaml'), contract('greet', { guarantees: 'side_effects: filesystem' }))
      },
      () => appendFileSync(join(folder, 'server.mjs'), '\n'),
    ]
    const ran = await surety(['test', folder, '--watch', '--reporter', 'json'], {
      onErr: (text, kill) => {
        if (!text.includes('Waiting for a file to change')) return
        const step = steps[waits++]
        if (step === undefined) kill('SIGINT')
        else step()
      },
    })
    expect(ran.code).toBe(130)
    expect(ran.err).toContain('1 file changed: tools/greet.yaml. Testing greet.\n')
    expect(ran.err).toContain('1 file changed: server.mjs. Testing all tools.\n')
    const called = ran.out
      .split(/^(?=\{)/m)
      .map((text) => reportOf({ ...ran, out: text }).tools.map(({ tool }) => tool))
    expect(called).toEqual([['greet', 'files'], ['greet'], ['greet', 'files']])
  })
})
