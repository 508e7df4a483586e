import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SERVER, codesOf, config, contract, project, removeProjects, reportOf, surety } from './cli-lab.ts'
import { find } from './machine.ts'

afterAll(removeProjects)

// What happens by chance where many processes share few cores, made to happen.
describe.skipIf(find('strace') === undefined)('on a busy machine', () => {
  it('effects are found though Node was paused while it read the clocks at its start', async () => {
    const folder = project({
      'surety.yaml': config(['passing', 'greet']),
      'server.mjs': SERVER,
      'late.mjs': `const value = performance.timeOrigin + 1000
        Object.defineProperty(performance, 'timeOrigin', { value })`,
      ...Object.fromEntries(['passing', 'greet'].map((tool) => [`tools/${tool}.yaml`, contract(tool)])),
    })
    const env = { NODE_OPTIONS: `--import ${join(folder, 'late.mjs')}` }
    const report = reportOf(await surety(['test', folder, '--json'], { env }))
    expect(report.errors).toEqual([])
    expect(codesOf(report)).toEqual([['passing', 'E012'], ['greet']])
  })

  it('a server that is found too large only when it lists its tools again broke no other promise', async () => {
    const listing = `if (method === 'tools/list') {`
    const folder = project({
      'surety.yaml': config(['greet'], 'memory_limit_mb: 256'),
      'server.mjs': `let called = false\n${SERVER}`
        .replace(
          'run: () => process.env.GREETING',
          'run: () => ((called = true), setTimeout(grow, 300), process.env.GREETING',
        )
        .replace(`?? 'nothing' }`, `?? 'nothing') }`)
        .replace(listing, `${listing}\n if (called) return`)
        .concat('function grow() { globalThis.all = Array.from({ length: 400 }, () => Buffer.alloc(2 ** 20, 1)) }'),
      'tools/greet.yaml': contract('greet'),
    })
    const report = reportOf(await surety(['test', folder, '--json']))
    expect(report.errors).toEqual([])
    expect(codesOf(report)).toEqual([['greet', 'E006']])
  })
})
