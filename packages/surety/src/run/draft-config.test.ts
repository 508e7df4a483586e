import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServerConfig } from '../author/config.ts'
import { loadConfig } from '../author/load-config.ts'
import { draftConfig, variableHint } from './draft-config.ts'

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

describe('the hint for a server that misses a variable', () => {
  it.each([
    ['Error: GITHUB_TOKEN is not set', 'env: { GITHUB_TOKEN: "${GITHUB_TOKEN}" }'],
    ['Please set the environment variable', 'env: { NAME: "${NAME}" }'],
  ])('on %j shows where to name it', (reason, text) => {
    expect(variableHint(reason, server(['node', 's.mjs']))).toContain(
      `server: { command: node, args: [s.mjs], ${text} }`,
    )
  })

  it.each(['code: ERR_MODULE_NOT_FOUND', "Cannot find module 'x'", 'API_KEY is wrong'])(
    'is not given on %j',
    (reason) => {
      const stdio = { ...server(['node', 's.mjs']), env: { API_KEY: 'x' } } as ServerConfig
      expect(variableHint(reason, stdio)).toBeUndefined()
    },
  )
})

function draft(wanted: ServerConfig, text: string | undefined, file = 'surety.yaml', force = false) {
  if (text !== undefined) writeFileSync(join(folder, file), text)
  return draftConfig(loadConfig(folder).config, wanted, force)
}

function written(drafted: ReturnType<typeof draft>) {
  if (!drafted.ok || drafted.text === undefined) throw new Error(JSON.stringify(drafted))
  writeFileSync(join(folder, drafted.file), drafted.text)
  const { config, problems } = loadConfig(folder)
  expect(problems).toEqual([])
  return config.server
}

function server([command = '', ...args]: readonly string[]): ServerConfig {
  return { kind: 'stdio', command, args, env: {}, cwd: undefined }
}
