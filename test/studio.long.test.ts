import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { META } from '@surety/tool-contracts/mcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../packages/surety/src/judge/report.ts'
import { ownContracts } from '../packages/surety/src/studio/own-contracts.ts'
import { find } from './machine.ts'
import { overStdio } from './served-command.ts'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const EXAMPLE = resolve(import.meta.dirname, '../examples/studio')
const SURETY = resolve(import.meta.dirname, '../packages/surety/bin/surety.js')

const folder = mkdtempSync(join(tmpdir(), 'surety-studio-'))
beforeAll(() => cpSync(EXAMPLE, folder, { recursive: true, filter: (path) => !path.includes('.surety') }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CONTRACTS = ownContracts(EXAMPLE, '.claude/memory')
const CALLS = CONTRACTS.flatMap(({ toolName, examples = [] }) =>
  examples.map(({ input, output }) => ({ toolName, input: Object(input), output })),
)
const NEEDS_APPROVAL = new Set(['write_memory_entry'])

function refusalIn(result: unknown): unknown {
  return Object(Object(result)._meta)[META.error]
}

it('every tool of the studio has a contract that its examples come from', () => {
  const without = CONTRACTS.filter(({ examples = [] }) => examples.length === 0).map(({ toolName }) => toolName)
  expect(without).toEqual(['modules.query_state'])
})

it('every documented example does as it says', async () => {
  const { client } = await overStdio([], { cwd: folder, command: ['studio'] })
  for (const { toolName, input, output } of CALLS) {
    if (toolName === 'read_repo_file') continue
    const result = await client.callTool({ name: toolName, arguments: input })
    const refusal = refusalIn(result)
    if (NEEDS_APPROVAL.has(toolName)) expect(refusal).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    else expect({ toolName, refusal }).toEqual({ toolName, refusal: undefined })
    const { timestamp: _, ...expected } = Object(output)
    if (refusal === undefined) expect(result.structuredContent).toMatchObject(expected)
  }
  await client.close()
})

/** A file that is there, and an entry that the inspector does not take for an object. */
const INSTEAD = new Map([
  ['read_repo_file', { path: 'notes/welcome.txt' }],
  ['write_memory_entry', { file: 'best_practices.md', entry: 'Write the test first.' }],
])

/** The inspector takes `name=value`; what is no text is JSON. */
function inspect(...request: string[]): Promise<unknown> {
  const command = ['mcp-inspector', '--cli', process.execPath, SURETY, 'studio', ...request]
  const args = ['exec', '--yes', '--package', INSPECTOR, '--', ...command]
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: folder, maxBuffer: 16 << 20 }, (_, stdout) =>
      resolve(JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1))),
    )
  })
}

describe('the inspector', () => {
  it('lists every tool', async () => {
    const tools = CONTRACTS.map(({ toolName: name }) => ({ name }))
    expect(await inspect('--method', 'tools/list')).toMatchObject({ tools })
  })

  const first = new Map(CALLS.toReversed().map((call) => [call.toolName, call]))
  it.each(CONTRACTS.map(({ toolName }) => toolName))('calls %s', async (toolName) => {
    const input: Record<string, unknown> = INSTEAD.get(toolName) ?? first.get(toolName)?.input ?? {}
    const args = Object.entries(input).flatMap(([name, value]) => [
      '--tool-arg',
      `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ])
    const result = await inspect('--method', 'tools/call', '--tool-name', toolName, ...args)
    if (NEEDS_APPROVAL.has(toolName)) expect(refusalIn(result)).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    else expect(result).toMatchObject({ structuredContent: expect.any(Object) })
  })
})

it.skipIf(find('strace') === undefined)(
  'surety test finds nothing in the studio, and every tool has a contract',
  () => {
    const { stdout, status } = spawnSync(process.execPath, [SURETY, 'test', EXAMPLE, '--json', '--strict'], {
      encoding: 'utf8',
    })
    const report: Report = JSON.parse(stdout)
    expect(report.errors).toEqual([])
    expect(report.tools.flatMap(({ findings }) => findings)).toEqual([])
    expect(report.tools.map(({ tool }) => tool).toSorted()).toEqual(
      CONTRACTS.map(({ toolName }) => toolName).toSorted(),
    )
    expect(report.tools.every(({ contract }) => contract !== null)).toBe(true)
    expect(status).toBe(0)
  },
)
