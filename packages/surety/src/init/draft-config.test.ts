import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerConfig } from '../author/config/config.ts'
import { loadConfig } from '../author/config/load-config.ts'
import { draftConfig } from './draft-config.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the configuration that starts a server', () => {
  it.each([
    [['node', 'server.mjs']],
    [['./my server', '--name', 'a: b # c', '-', '', '[x]', 'ünï\tcode\u001b']],
    [['true']],
  ])('is written so that it is read as %j', (words) => {
    const drafted = draft(server(words), undefined)
    expect(drafted).toMatchObject({ ok: true, file: 'surety.yaml', isNew: true })
    expect(written(drafted)).toEqual(server(words))
  })

  it('names the address of a server that runs elsewhere', () => {
    const remote: ServerConfig = { kind: 'http', url: 'http://127.0.0.1:3000/mcp', headers: {} }
    expect(written(draft(remote, undefined))).toEqual(remote)
    const headers = { Mode: 'test' }
    const other = 'version: 1\nserver: { url: http://127.0.0.1:1/mcp, headers: { Mode: test } }\n'
    expect(written(draft(remote, other, 'surety.yaml', true))).toEqual({ ...remote, headers })
    expect(written(draft(remote, THERE, 'surety.yaml', true))).toEqual(remote)
    expect(draft({ ...remote, headers }, readFileSync(join(folder, 'surety.yaml'), 'utf8'))).toMatchObject({
      isOther: false,
    })
  })

  it('keeps the variables of a command without arguments', () => {
    const text = 'version: 1\nserver: { command: old, env: { MODE: test } }\n'
    expect(written(draft(server(['new', 'x']), text, 'surety.yaml', true))).toMatchObject({ env: { MODE: 'test' } })
  })

  it('is not written with a secret in it', () => {
    const drafted = draft(server(['node', 's.mjs', '--token', 'ghp_abcdefghijklmnopqrstuvwxyz']), undefined)
    expect(drafted).toMatchObject({ ok: false, reasons: [expect.stringContaining("server.args[2]' is a secret")] })
  })

  const THERE =
    '# ours\nversion: 1\nserver: { command: node, args: [old.mjs], env: { MODE: test } }\ncheck: { timeout_ms: 9 } # short\n'

  it.each<readonly [state: string, file: string, text: string, force: boolean, isOther: boolean]>([
    ['the same server', 'surety.yaml', THERE.replace('old', 'new'), true, false],
    ['another server, unless forced', 'surety.yml', THERE, false, true],
    ['a file that is not ours, even if forced', 'syrin.yaml', 'script: node old.mjs\n', true, true],
  ])('stays as it is where it has %s', (_, file, text, force, isOther) => {
    expect(draft(server(['node', 'new.mjs']), text, file, force)).toEqual({ ok: true, file, text: undefined, isOther })
  })

  it('is changed where it must start another server, and nothing else in it', () => {
    const drafted = draft(server(['python3', 'new.py']), THERE, 'surety.yaml', true)
    expect(drafted).toMatchObject({ ok: true, isNew: false, text: expect.stringContaining('timeout_ms: 9 } # short') })
    expect(written(drafted)).toEqual({ ...server(['python3', 'new.py']), env: { MODE: 'test' } })
  })

  it.each(['version: 1\n', 'version: 1\nserver: { url: "http://127.0.0.1:1/mcp" }\n'])(
    'gets the server that %j lacks',
    (text) => {
      const drafted = draft(server(['node', 'new.mjs']), text, 'surety.yaml', true)
      expect(written(drafted)).toEqual(server(['node', 'new.mjs']))
    },
  )
})

describe('what the server is given besides', () => {
  const given = { env: ['API_KEY', 'MODE'], network: ['api.example.com:443'] }
  const withBoth = { ...server(['node', 's.mjs']), env: { API_KEY: 'secret of the caller', MODE: 'test' } }
  beforeEach(() => {
    vi.stubEnv('API_KEY', 'secret of the caller')
    vi.stubEnv('MODE', 'test')
  })
  afterEach(() => void vi.unstubAllEnvs())

  it('is written by name, never its value', () => {
    const drafted = draft(server(['node', 's.mjs']), undefined, 'surety.yaml', false, given)
    expect(JSON.stringify(drafted)).not.toContain('secret of the caller')
    expect(written(drafted)).toEqual({ ...withBoth, network: ['api.example.com:443'] })
  })

  it('is added to a configuration that starts the same server, and nothing else changes in it', () => {
    const there =
      '# ours\nversion: 1\nserver: { command: node, args: ["s.mjs"], env: { MODE: "${MODE}" }, network: ["a.example.com:1"] }\n'
    const drafted = draft(server(['node', 's.mjs']), there, 'surety.yaml', false, given)
    expect(drafted).toMatchObject({ text: expect.stringMatching(/^# ours\n/) })
    expect(written(drafted)).toEqual({ ...withBoth, network: ['a.example.com:1', 'api.example.com:443'] })
  })

  it('is not written again', () => {
    const there =
      'version: 1\nserver: { command: node, args: [s.mjs], env: { API_KEY: "${API_KEY}", MODE: test }, network: any }\n'
    expect(draft(server(['node', 's.mjs']), there, 'surety.yaml', false, given)).toMatchObject({
      text: undefined,
      isOther: false,
    })
  })
})

function draft(
  wanted: ServerConfig,
  text: string | undefined,
  file = 'surety.yaml',
  force = false,
  extras: Parameters<typeof draftConfig>[2] = { env: [], network: [] },
) {
  if (text !== undefined) writeFileSync(join(folder, file), text)
  return draftConfig(loadConfig(folder).config, wanted, extras, force)
}

function written(drafted: ReturnType<typeof draft>) {
  if (!drafted.ok || drafted.text === undefined) throw new Error(JSON.stringify(drafted))
  writeFileSync(join(folder, drafted.file), drafted.text)
  const { config, problems } = loadConfig(folder)
  expect(problems).toEqual([])
  return config.server
}

function server([command = '', ...args]: readonly string[]): ServerConfig {
  return { kind: 'stdio', command, args, env: {}, cwd: undefined, network: [] }
}
