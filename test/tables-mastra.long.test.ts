import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolExecutionResult } from '../packages/tables/src/execute/result.ts'

/** Too large to install for everybody, and it needs a newer Node. */
const MASTRA = '@mastra/core@1.71.0'
const NODE = 'node@22.23.3'

const ROOT = resolve(import.meta.dirname, '..')
const ADAPTER = resolve(ROOT, 'packages/tables/src/adapt/to-mastra-tools.ts')
const TOOL = resolve(ROOT, 'packages/tables/src/adapt/mood-tool.test-data.ts')

const folder = mkdtempSync(join(tmpdir(), 'surety-mastra-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Found {
  readonly node: string
  readonly direct: Readonly<Record<string, ToolExecutionResult>>
  readonly agent: Readonly<Record<string, Conversation>>
  readonly adapted: Readonly<Record<string, Conversation>>
  readonly inserted: readonly { input: unknown; principal: string }[]
}
interface Conversation {
  readonly text: string
  readonly shown: readonly { inputSchema: { required: readonly string[]; properties: Record<string, unknown> } }[]
  readonly result: unknown
}
let found: Found

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', MASTRA, 'zod@4.6.7'], {
    cwd: folder,
    stdio: 'ignore',
  })
  mkdirSync(join(folder, 'node_modules/@surety'))
  for (const name of ['tables', 'tool-contracts'])
    symlinkSync(join(ROOT, 'packages', name), join(folder, 'node_modules/@surety', name))
  copyFileSync(fileURLToPath(new URL('tables/mastra.mjs', import.meta.url)), join(folder, 'mastra.mjs'))
  const modules = [ADAPTER, TOOL].map((file) => pathToFileURL(file).href)
  const node = ['exec', '--yes', '--package', NODE, '--', 'node', '--conditions=@surety/source']
  const { stdout } = await promisify(execFile)('npm', [...node, 'mastra.mjs', ...modules], {
    cwd: folder,
    env: { ...process.env, MASTRA_TELEMETRY_DISABLED: '1' },
    maxBuffer: 16 << 20,
  })
  found = JSON.parse(/^FOUND (.*)$/m.exec(stdout)?.[1] ?? '{}')
})

describe("a tool made by Mastra's createTool", () => {
  it('inserts what is valid, for the actor of the request context', () => {
    expect(found.direct['valid']).toEqual({
      success: true,
      data: { id: '1', rowCount: 1, message: 'Successfully logged mood entry' },
    })
    expect(new Set(found.inserted.map(({ principal }) => principal))).toEqual(new Set(['ann']))
  })

  it.each([
    ['outOfRange', 'energy_level', '15'],
    ['notInteger', 'energy_level', '1.5'],
    ['wrongEnum', 'mood', 'angry'],
    ['tooLong', 'notes', expect.any(String)],
    ['noDatetime', 'timestamp', 'yesterday'],
    ['missing', 'user_id', 'undefined'],
    ['unknownField', 'admin', 'true'],
    ['explicitNull', 'notes', 'null'],
    // Mastra makes it null before any schema sees it.
    ['explicitUndefined', 'notes', 'null'],
    ['nothing', 'user_id', 'undefined'],
    ['text', '', 'happy'],
  ])("answers %s with VALIDATION_ERROR, not with Mastra's own shape", (name, field, received) => {
    const error = { type: 'VALIDATION_ERROR', message: expect.any(String), details: { field, received } }
    expect(found.direct[name]).toMatchObject({ success: false, error })
    expect(found.direct[name]).not.toHaveProperty('validationErrors')
  })

  it.each(['proto', 'protoOfFields', 'protoInJson', 'protoDeep'])(
    'refuses a __proto__ that Mastra has made the prototype (%s)',
    (name) => {
      expect(found.direct[name]).toMatchObject({ success: false, error: { type: 'VALIDATION_ERROR' } })
    },
  )

  it('sees nothing of a __proto__ that is no object: Mastra loses the key', () => {
    expect(found.direct['protoOfNumber']).toMatchObject({ success: true })
    expect(JSON.stringify(found.inserted)).not.toContain('__proto__')
  })

  it('stops at its abort signal', () => {
    expect(found.direct['aborted']).toMatchObject({ success: false, error: { details: { code: 'CANCELLED' } } })
  })
})

describe('an agent of Mastra', () => {
  const strict = {
    type: 'object',
    additionalProperties: false,
    required: ['user_id', 'mood', 'energy_level', 'timestamp'],
    properties: {
      user_id: { type: 'string', maxLength: 50 },
      mood: { type: 'string', enum: ['happy', 'sad', 'neutral', 'anxious'] },
      energy_level: { type: 'integer', minimum: 1, maximum: 10 },
      notes: { type: 'string', maxLength: 500 },
      timestamp: { type: 'string', format: 'date-time' },
    },
  }

  it.each(['valid', 'openai', 'claude', 'google'])('shows its model the strict schema (%s)', (name) => {
    expect(found.agent[name]?.shown).toMatchObject([
      { name: 'log-mood', description: 'Log how a person feels.', inputSchema: strict },
    ])
  })

  it.each(['valid', 'openai'])('gives its model the success (%s)', (name) => {
    const value = { success: true, data: { id: '1', rowCount: 1, message: 'Successfully logged mood entry' } }
    expect(found.agent[name]).toMatchObject({ text: 'Done.', result: { type: 'json', value } })
  })

  it.each(['outOfRange', 'claude', 'google', 'proto', 'protoOfFields', 'brokenJson'])(
    'gives its model the VALIDATION_ERROR (%s)',
    (name) => {
      const value = { success: false, error: { type: 'VALIDATION_ERROR' } }
      expect(found.agent[name]).toMatchObject({ text: 'Done.', result: { type: 'json', value } })
    },
  )
})

describe('an agent of Mastra, where no field holds JSON and so the schema is adapted to the model', () => {
  it('tells models it knows the bounds in words', () => {
    const energy_level = {
      type: 'integer',
      description: 'constraints: greater than or equal to 1, lower than or equal to 10',
    }
    const mood = { enum: ['happy', 'sad', 'neutral', 'anxious'] }
    for (const name of ['openai', 'claude', 'google'])
      expect(found.adapted[name]?.shown).toMatchObject([{ inputSchema: { properties: { energy_level, mood } } }])
  })

  it('takes the null that it makes a model of OpenAI send for a field that may be missing', () => {
    const [tool] = found.adapted['openai']?.shown ?? []
    expect(tool?.inputSchema.required).toContain('notes')
    expect(found.adapted['openai']?.result).toMatchObject({ value: { success: true } })
    expect(found.inserted.at(-1)?.input).not.toHaveProperty('notes')
  })

  it('would close a field that holds JSON', () => {
    const [tool] = found.adapted['openai']?.shown ?? []
    const closed = { type: 'object', additionalProperties: false, required: [] }
    expect(tool?.inputSchema.properties['metadata']).toEqual({ anyOf: [closed, { type: 'null' }] })
  })

  it.each(['claude', 'google'])('gives its model the VALIDATION_ERROR (%s)', (name) => {
    expect(found.adapted[name]?.result).toMatchObject({
      value: { success: false, error: { type: 'VALIDATION_ERROR' } },
    })
  })

  it.each(['protoOfOpenai', 'protoOfClaude'])('refuses a __proto__ that is the prototype (%s)', (name) => {
    expect(found.adapted[name]?.result).toMatchObject({
      value: { success: false, error: { type: 'VALIDATION_ERROR' } },
    })
  })
})

it("toMastraTools gives tools of the application's own type, which its agents take", () => {
  const source = `
    import { Agent } from '@mastra/core/agent'
    import { createTool } from '@mastra/core/tools'
    import { moodTool } from ${JSON.stringify(TOOL)}
    import { toMastraTools } from ${JSON.stringify(ADAPTER)}
    const actor = ({ requestContext }: { requestContext?: { get: (key: string) => unknown } }) =>
      requestContext?.get('userId') as string | undefined
    const tools = toMastraTools([moodTool()], { createTool, actor })
    const approved = toMastraTools([moodTool()], { createTool: (tool) => createTool({ ...tool, requireApproval: true }) })
    const model = 'openai/gpt-4o'
    export const agent = new Agent({ id: 'a', name: 'A', instructions: '', model, tools: { ...tools, ...approved } })
    export const answer = await tools['log-mood']?.execute?.({}, {} as never)
    export const id: string | undefined = answer && 'success' in answer && answer.success ? answer.data.id : undefined
    // @ts-expect-error -- no type of Mastra's is any
    export const none: number = tools['log-mood']
  `
  writeFileSync(join(folder, 'types.ts'), source)
  const options = '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2023'
  const lib = ['--lib', 'es2024,dom', '--customConditions', '@surety/source']
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  execFileSync(tsc, [...options.split(' '), ...lib, 'types.ts'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
})

it('the example runs as it is written, on a database of its own', async () => {
  const example = join(folder, 'mood-tracker')
  mkdirSync(example)
  for (const file of ['mastra.js', 'tables.yaml'])
    copyFileSync(join(ROOT, 'examples/mood-tracker', file), join(example, file))
  const node = ['exec', '--yes', '--package', NODE, '--', 'node', join(example, 'mastra.js'), join(example, 'moods.db')]
  const { stdout } = await promisify(execFile)('npm', node, {
    cwd: folder,
    env: { ...process.env, MASTRA_TELEMETRY_DISABLED: '1' },
  })
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^Successfully logged mood entry for user_123 at 20/),
    "VALIDATION_ERROR: Field 'energy_level' must be between 1 and 10, but received 15",
    'DATABASE_ERROR: Failed to insert mood entry: unique constraint violation on (user_id, timestamp)',
  ])
})
