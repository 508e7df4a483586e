import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerConfig } from '../../author/config/config.ts'
import { loadConfig } from '../../author/config/load-config.ts'
import { launchToPin } from './locked.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-locked-'))
  mkdirSync(join(folder, 'vendor'))
  vi.stubEnv('SURETY_TEST_KEY', 'hunter2')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const configured = (server: string): Parameters<typeof launchToPin>[0] => {
  writeFileSync(join(folder, 'surety.yaml'), `version: 1\nserver: ${server}\n`)
  const { config, problems } = loadConfig(folder)
  if (config.server === undefined) throw new Error(JSON.stringify(problems))
  return { config, server: config.server }
}

test.each([
  [
    'names of variables, sorted, and the folder',
    '{ command: node, args: [s.mjs], cwd: vendor, env: { B: "1", A: "${SURETY_TEST_KEY}" } }',
    { command: ['node', 's.mjs'], cwd: 'vendor', env: ['A', 'B'] },
  ],
  [
    'an argument from the environment',
    '{ command: node, args: ["--key=${SURETY_TEST_KEY}"] }',
    { command: ['node', '--key=${SURETY_TEST_KEY}'], cwd: '.', env: [] },
  ],
  ['a URL', '{ url: https://example.com/mcp }', { url: 'https://example.com/mcp' }],
  [
    'half a surrogate pair',
    String.raw`{ command: node, args: ["\ud800"] }`,
    { command: ['node', '\ufffd'], cwd: '.', env: [] },
  ],
])('a configured launch is pinned as it is written: %s', (_, server, launch) => {
  expect(launchToPin(configured(server))).toEqual(launch)
})

test('a command given on the command line is pinned as given', () => {
  const { config } = configured('{ command: node }')
  const server: ServerConfig = {
    kind: 'stdio',
    command: 'deno',
    args: ['run', 's.ts'],
    env: {},
    cwd: undefined,
    network: [],
  }
  expect(launchToPin({ config, server })).toEqual({ command: ['deno', 'run', 's.ts'], cwd: '.', env: [] })
})
