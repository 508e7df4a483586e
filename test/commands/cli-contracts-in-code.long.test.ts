import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Report } from '../../packages/surety/src/judge/report.ts'
import { openLab } from '../../packages/surety/test/escapes/lab.ts'
import { probeLayers } from '../../packages/surety/src/sandbox/probe-layers.ts'
import { project, removeProjects, reportOf, surety } from '../cli-lab.ts'
import { find } from '../machine.ts'

const MINUTES = 60_000
const contained = (await probeLayers()).L1.works

afterAll(removeProjects)

/** A project with the packages of this one. */
function withPackages(files: Readonly<Record<string, string>>): string {
  const folder = project({ 'surety.yaml': 'version: 1\ncheck: { settle_ms: 100 }\n', ...files })
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Every finding with where it is: `E012 root tools/whole.contract.js:13`. */
function located({ tools, errors }: Report): readonly string[] {
  const own = tools.flatMap(({ findings }) =>
    findings.map(({ code, tool, location }) => `${code} ${tool} ${location?.file}:${location?.line}`),
  )
  return [...own, ...errors.map(({ code, tool, file, line }) => `${code} ${tool} ${file}:${line}`)]
}

const SERVER = `import { writeFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const number = z.object({ n: z.number() })
serveStdio(() => {
  const server = new McpServer({ name: 'sums', version: '1.0.0' })
  const tool = (name, run) =>
    server.registerTool(name, { description: 'Calculates.', inputSchema: number, outputSchema: number }, ({ n }) => {
      const result = { n: run(n) }
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
    })
  tool('double', (n) => n * 2)
  tool('triple', (n) => n * 2)
  tool('halve', (n) => n / 2)
  tool('root', (n) => (writeFileSync('roots.txt', String(n)), Math.sqrt(n)))
  tool('square', (n) => n * n)
  tool('cube', (n) => n ** 3)
  return server
})
`

/** The conditions of `double` hold, those of `triple` do not. */
const SUMS = `import { createPostcondition, createPrecondition, defineContract } from '@surety/tool-contracts'
import { z } from 'zod'

interface Sum { readonly n: number }
type Made = Sum & { readonly $input: Sum }

const sum = {
  description: 'Calculates.',
  capabilities: ['READ'] as const,
  inputSchema: z.object({ n: z.number() }),
  outputSchema: z.object({ n: z.number() }),
  deterministic: true,
  sideEffects: 'none' as const,
  preconditions: [createPrecondition('positive', 'NOT_POSITIVE', ({ n }: Sum) => n > 0)],
  examples: [{ input: { n: 3 }, output: { n: 6 } }],
}
export const double = defineContract({
  ...sum,
  toolName: 'double',
  postconditions: [createPostcondition('twice as much', 'NOT_DOUBLED', ({ n, $input }: Made) => n === $input.n * 2)],
})
export const triple = defineContract({
  ...sum,
  toolName: 'triple',
  postconditions: [createPostcondition('thrice as much', 'NOT_TRIPLED', ({ n, $input }: Made) => n === $input.n * 3)],
})
`

/** Plain objects: `halve` breaks its schema, `root` writes, and `cube` has an example that its own condition forbids. */
const WHOLE = `import { z } from 'zod'

const sum = { description: 'Calculates.', capabilities: ['READ'], inputSchema: z.object({ n: z.number() }), sideEffects: 'none' }
export default [
  {
    ...sum,
    toolName: 'halve',
    outputSchema: z.object({ n: z.number().int() }),
    examples: [{ input: { n: 3 }, output: { n: 1 } }],
  },
  {
    ...sum,
    toolName: 'root',
    outputSchema: z.object({ n: z.number() }),
    examples: [{ input: { n: 9 }, output: { n: 3 } }],
  },
  {
    ...sum,
    toolName: 'cube',
    outputSchema: z.object({ n: z.number() }),
    preconditions: [{ description: 'small', errorCode: 'TOO_LARGE', evaluate: ({ n }) => n < 2 }],
    examples: [{ input: { n: 2 }, output: { n: 8 } }],
  },
]
`

const SHAPE = `import { z } from 'zod'
export const square = {
  toolName: 'square',
  description: 'Calculates.',
  capabilities: ['READ'],
  inputSchema: z.object({ n: z.number() }),
  outputSchema: 'Sum',
}
`

describe.concurrent('contracts in code', () => {
  it(
    'are held to by a server, each finding in its file, and a broken one hides no other',
    { timeout: 5 * MINUTES },
    async () => {
      const folder = withPackages({
        'server.mjs': SERVER,
        'tools/sums.contract.ts': SUMS,
        'tools/whole.contract.js': WHOLE,
        'tools/shape.contract.ts': SHAPE,
        'tools/throws.contract.ts': `export const limit: number = 1\nthrow new Error('no such table')\n`,
        'tools/hangs.contract.js': 'for (;;);\n',
      })
      const report = reportOf(await surety(['test', folder, '--json', '--', 'node', 'server.mjs']))
      expect(located(report)).toEqual([
        'E020 triple tools/sums.contract.ts:24',
        'E007 halve tools/whole.contract.js:7',
        'E012 root tools/whole.contract.js:13',
        'E001 cube tools/whole.contract.js:19',
        'E001 square tools/shape.contract.ts:3',
        'E001 null tools/hangs.contract.js:1',
        'E001 null tools/throws.contract.ts:2',
      ])
      expect(report.tools.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
        'double passed',
        'triple failed',
        'halve failed',
        'root failed',
        // Its only example contradicts it.
        'cube skipped',
      ])
      expect(report.errors.map(({ message }) => message)).toEqual([
        "The test 'example 1' breaks a precondition of its own contract.",
        expect.stringMatching(/^outputSchema must be a Zod 4 schema.+"Sum"\.$/),
        expect.stringMatching(/^The contract cannot be loaded: its code did not answer within \d+ ms\.$/),
        'Its code cannot be loaded: no such table',
      ])
      expect(report.tools[2]?.findings[0]?.message).toBe(
        'structuredContent breaks the output schema: /n must be an integer, but is 1.5. Seen in 2 calls.',
      )
    },
  )

  it.skipIf(find('gcc') === undefined || !contained)('reach nothing outside', { timeout: 5 * MINUTES }, async () => {
    const lab = await openLab({ way: '', script: () => '' }, process.getuid?.() ?? 0)
    const code = `import { execSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
const attempt = (act) => { try { return act() } catch (error) { return error.code } }
attempt(() => writeFileSync('${lab.outside}/marker', '2'))
attempt(() => rmSync('${lab.outside}', { recursive: true }))
attempt(() => process.kill(${lab.victim}))
connect('${lab.outside}/stream').on('error', () => {})
connect(${lab.port}, '127.0.0.1').on('error', () => {})
const told = ['${lab.home}/.ssh/id', '/proc/${lab.victim}/environ'].map((file) => attempt(() => readFileSync(file, 'utf8')))
await new Promise((resolve) => setTimeout(resolve, 200))
throw new Error('tried ' + told.join(' ') + attempt(() => execSync('echo 2 > ${lab.outside}/fifo', { timeout: 500 })))
`
    const folder = withPackages({ 'server.mjs': SERVER, 'tools/x.contract.js': code })
    const ran = await surety(['test', folder, '--json', '--', 'node', 'server.mjs'], { env: { HOME: lab.home } })
    expect(ran.out + ran.err).toContain('tried')
    expect(ran.out + ran.err).not.toContain(lab.secret)
    expect(lab.harm()).toEqual([])
    lab.close()
  })

  it('hold a published server to what it says of itself', { timeout: 5 * MINUTES }, async () => {
    const contract = `import { z } from 'zod'
import { createPostcondition, defineContract } from '@surety/tool-contracts'

interface Weather { readonly humidity: number }

export const weather = defineContract({
  toolName: 'get-structured-content',
  description: 'Tells the weather of a city.',
  capabilities: ['READ'],
  inputSchema: z.object({ location: z.enum(['New York', 'Chicago', 'Los Angeles']) }),
  outputSchema: z.object({ temperature: z.number(), conditions: z.string(), humidity: z.number() }),
  deterministic: true,
  sideEffects: 'none',
  network: 'none',
  postconditions: [
    createPostcondition('a share of a hundred', 'NO_SHARE', ({ humidity }: Weather) => humidity >= 0 && humidity <= 100),
    createPostcondition('a desert', 'NO_DESERT', ({ humidity }: Weather) => humidity < 10),
  ],
  examples: [{ input: { location: 'Chicago' }, output: { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 } }],
})
`
    const folder = withPackages({ 'tools/weather.contract.mts': contract })
    const server = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'
    const words = ['--tool', 'get-structured-content', '--', 'node', server]
    const report = reportOf(await surety(['test', folder, '--json', ...words]))
    expect(located(report)).toEqual(['E020 get-structured-content tools/weather.contract.mts:7'])
    expect(report.tools[0]?.findings[0]?.message).toContain("The postcondition 'a desert' (NO_DESERT) does not hold")
  })
})
