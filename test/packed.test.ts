import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const PROGRAM = `
import { createToolHost, defineTool, createMemoryJournal, verifyJournal } from '@surety/tool-contracts'
import { toTool, toResult } from '@surety/tool-contracts/mcp'
import { allowsEndpoint, errorCodeOf } from '@surety/tool-contracts/tools'
import { z } from 'zod'

const greet = defineTool(
  {
    toolName: 'greet',
    description: 'Greet somebody.',
    inputSchema: z.object({ name: z.string() }),
    outputSchema: z.object({ greeting: z.string() }),
    capabilities: ['READ'],
  },
  ({ name }) => ({ greeting: \`Hello, \${name}!\` }),
)
const journal = createMemoryJournal()
const host = createToolHost({ tools: [greet], journal })
const passed = await host.call('greet', { name: 'Wörld' })
const refused = await host.call(String('greet'), { name: 5 })
const { steps, head } = journal.all()
export const seen = [
  toTool(greet.contract).name,
  toResult(passed).structuredContent?.['greeting'],
  refused.ok ? '' : refused.error.code,
  verifyJournal(steps, { head }).ok,
  errorCodeOf(toResult(refused)),
  allowsEndpoint('*.example.com:443', 'api.example.com:443'),
]
`

const SEEN = ['greet', 'Hello, Wörld!', 'INVALID_INPUT', true, 'INVALID_INPUT', true]

let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'surety-packed-'))
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', project], {
    cwd: join(ROOT, 'packages/tool-contracts'),
    encoding: 'utf8',
  }).trim()
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  const zod = join(ROOT, 'node_modules/zod')
  execFileSync(
    'npm',
    ['install', '--silent', '--offline', '--install-links', '--no-audit', '--no-fund', join(project, packed), zod],
    { cwd: project },
  )
  writeFileSync(join(project, 'program.ts'), PROGRAM)
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the packed library', () => {
  it('installs into an empty project with only zod beside it', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@surety',
      'zod',
    ])
    expect(readdirSync(join(project, 'node_modules/@surety'))).toEqual(['tool-contracts'])
  })

  it.each(['nodenext', 'esnext'])('has types that resolve under module %s, and runs', (module) => {
    const moduleResolution = module === 'nodenext' ? 'nodenext' : 'bundler'
    const compilerOptions = { strict: true, target: 'es2022', module, moduleResolution, outDir: module, types: [] }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], { cwd: project })
    const print = `console.log(JSON.stringify((await import('./${module}/program.js')).seen))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', print], {
      cwd: project,
      encoding: 'utf8',
    })
    expect(JSON.parse(output)).toEqual(SEEN)
  })

  it('runs under a bundler in a place that has no Node, without a node: import', async () => {
    const entry = join(project, 'bundle-entry.js')
    writeFileSync(
      entry,
      PROGRAM.replace('export const seen =', 'globalThis.seen =')
        .replace(/await host/g, 'await host')
        .replace(/^const passed/m, 'async function main() {\nconst passed') + '\n}\nglobalThis.done = main()\n',
    )
    await build({
      root: project,
      logLevel: 'silent',
      build: {
        lib: { entry, formats: ['iife'], name: 'bundle', fileName: () => 'bundle.js' },
        outDir: 'bundled',
        minify: false,
      },
    })
    const code = readFileSync(join(project, 'bundled/bundle.js'), 'utf8')
    expect(code).not.toMatch(/(?:from|import|require)\s*\(?\s*['"]node:/)
    const world: Record<string, unknown> = {
      performance,
      crypto,
      TextEncoder,
      URL,
      setTimeout,
      clearTimeout,
      structuredClone,
      AbortController,
    }
    runInContext(code, createContext(world))
    await world['done']
    expect(JSON.stringify(world['seen'])).toBe(JSON.stringify(SEEN))
  })
})
