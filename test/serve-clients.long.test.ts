import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { META } from '@surety/tool-contracts/mcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Clients too large to install for everybody; Mastra's needs a newer Node. */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const MASTRA = '@mastra/mcp@2.0.0'
const NODE = 'node@22.23.3'

const SERVER = fileURLToPath(new URL('../packages/surety/test/serve/server.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'surety-clients-'))
let http: ChildProcess
let url = ''

beforeAll(async () => {
  http = spawn(process.execPath, [SERVER, 'http'], { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of createInterface({ input: http.stdout ?? process.stdin })) {
    url = line
    break
  }
})

afterAll(() => {
  http.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** What a command of a package prints, whatever its exit code. */
function exec(packages: readonly string[], command: readonly string[]): Promise<string> {
  const args = ['exec', '--yes', ...packages.flatMap((name) => ['--package', name]), '--', ...command]
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: folder, maxBuffer: 16 << 20 }, (_, stdout) => resolve(stdout))
  })
}

const REACHED: readonly [string, () => string[]][] = [
  ['stdio', () => [process.execPath, SERVER, 'stdio']],
  ['HTTP', () => [url]],
]

describe.each(REACHED)('over %s', (_, target) => {
  async function inspect(...request: string[]): Promise<unknown> {
    const stdout = await exec([INSPECTOR], ['mcp-inspector', '--cli', ...target(), ...request])
    return JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1))
  }

  it('the inspector lists, calls, and sees the code of a refusal', async () => {
    const names = ['echo', 'pay', 'wait', 'trace.query'].map((name) => ({ name }))
    expect(await inspect('--method', 'tools/list')).toMatchObject({ tools: names })
    const call = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg']
    expect(await inspect(...call, 'text=hello')).toMatchObject({ structuredContent: { text: 'hello' } })
    const refused = { isError: true, _meta: { [META.error]: { code: 'INVALID_INPUT' } } }
    expect(await inspect(...call, 'text=5')).toMatchObject(refused)
  })

  it("Mastra's client lists, calls, and sees the code of a refusal", async () => {
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', MASTRA], { cwd: folder, stdio: 'ignore' })
    const script = join(folder, 'mastra-client.mjs')
    copyFileSync(new URL('serve/mastra-client.mjs', import.meta.url), script)
    const stdout = await exec([NODE], ['node', script, ...target()])
    const found = [...stdout.matchAll(/^FOUND (.*)$/gm)].map(([, finding = '']) => JSON.parse(finding))
    expect(found).toEqual([
      ['own_echo', 'own_pay', 'own_wait', 'own_trace.query'],
      { text: 'hello' },
      expect.stringContaining('APPROVAL_REQUIRED'),
    ])
  })
})
