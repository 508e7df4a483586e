import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServerConfig } from '../author/config/config.ts'
import { loadConfig } from '../author/config/load-config.ts'
import type { Finding } from '../judge/finding.ts'
import { draftConfig } from './draft-config.ts'
import { withIgnored } from './draft-ignored.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-ignored-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const NOISE = finding('W029', 'The server wrote to stdout: "ready: 1" # really.')
const STATE = finding('W032', 'It keeps a log.')
const server: ServerConfig = { kind: 'stdio', command: 'node', args: ['s.mjs'], env: {}, cwd: undefined, network: [] }
const SAME = '# ours\nversion: 1\nserver: { command: node, args: [s.mjs] } # quick\n'

describe('what was found of the server', () => {
  it('is known to a new configuration, with what was found as the reason', () => {
    const { known, left } = ignoring(undefined, [NOISE, STATE])
    expect([[...known.keys()], left]).toEqual([['W029', 'W032'], []])
    expect(ignored()).toEqual([
      { code: 'W029', reason: NOISE.message },
      { code: 'W032', reason: STATE.message },
    ])
  })

  it('is added to the one that is there, which else stays as it is written', () => {
    expect(ignoring(SAME, [NOISE]).left).toEqual([])
    expect(readFileSync(join(folder, 'surety.yaml'), 'utf8').startsWith(SAME)).toBe(true)
    expect(ignoring(undefined, [NOISE, STATE]).known.size).toBe(1)
    expect(ignored().map(({ code }) => code)).toEqual(['W029', 'W032'])
  })

  it('is left where the configuration is not ours, and nothing is written where nothing was found', () => {
    expect(ignoring(SAME.replace('s.mjs', 'other.mjs'), [NOISE])).toMatchObject({
      left: [NOISE],
      config: { text: undefined },
    })
    expect(ignoring(SAME, [])).toMatchObject({ left: [], config: { text: undefined } })
  })
})

function ignoring(text: string | undefined, findings: readonly Finding[]) {
  const file = join(folder, 'surety.yaml')
  if (text !== undefined) writeFileSync(file, text)
  const { config } = loadConfig(folder)
  const drafted = draftConfig(config, server, { env: [], network: [] }, false)
  if (!drafted.ok) throw new Error(JSON.stringify(drafted))
  const made = withIgnored(drafted, config, findings)
  if (made.config.text !== undefined) writeFileSync(file, made.config.text)
  return made
}

function ignored() {
  const { config, problems } = loadConfig(folder)
  expect(problems).toEqual([])
  return config.ignore.map(({ code, reason }) => ({ code, reason }))
}

function finding(code: string, message: string): Finding {
  return { code, tool: null, message, blame: 'tool', evidence: { kind: 'x' }, defect: code }
}
