import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Report } from '../packages/surety/src/judge/report.ts'
import { SERVER, config, contract, project, removeProjects } from './cli-lab.ts'

const ROOT = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'surety-new-rule-'))
const surety = join(copy, 'packages/surety')

afterAll(() => {
  removeProjects()
  rmSync(copy, { recursive: true, force: true })
})

/** The rule, as it lies in the folder of the rules. */
const RULE = readFileSync(join(ROOT, 'test/new-rule/w099-too-short.ts'), 'utf8').replaceAll(
  '../../packages/surety/src/judge/',
  '../',
)

it('a rule is one file and its line in the list: it is judged, explained, and can be ignored', () => {
  mkdirSync(surety, { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const parts = ['src', 'bin', 'spy', 'launcher', 'rolldown.config.js', 'package.json']
  for (const part of parts) cpSync(join(ROOT, 'packages/surety', part), join(surety, part), { recursive: true })
  const rules = join(surety, 'src/judge/rules')
  writeFileSync(join(rules, 'w099-too-short.ts'), RULE)
  const list = readFileSync(join(rules, 'index.ts'), 'utf8')
  const withRule = list.replace(/(: readonly Rule\[\] = \[[^\]]*)\]/, '$1  tooShort,\n]')
  writeFileSync(join(rules, 'index.ts'), `import { tooShort } from './w099-too-short.ts'\n${withRule}`)
  execFileSync(process.execPath, [join(ROOT, 'node_modules/rolldown/bin/cli.mjs'), '-c'], {
    cwd: surety,
    stdio: 'pipe',
  })

  const run = (...args: readonly string[]): string =>
    spawnSync(process.execPath, [join(surety, 'bin/surety.js'), ...args], { encoding: 'utf8' }).stdout
  expect(run('explain', 'w099')).toContain('Too Short')
  const folder = project({
    'surety.yaml': config(['add', 'greet']),
    'server.mjs': SERVER,
    'tools/add.yaml': contract('add'),
    'tools/greet.yaml': `${contract('greet')}ignore: [{ code: W099, reason: short is enough }]\n`,
  })
  const { tools }: Report = JSON.parse(run('test', folder, '--json'))
  const found = tools.flatMap(({ tool, findings }) =>
    findings.filter(({ code }) => code === 'W099').map(({ known }) => [tool, known]),
  )
  expect(Object.fromEntries(found)).toEqual({ add: false, greet: true })
})
