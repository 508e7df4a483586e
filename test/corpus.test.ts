import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Report } from '../packages/surety/src/judge/report.ts'
import { find } from './machine.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CORPUS = join(ROOT, 'packages/surety/test/corpus')
const SURETY = join(ROOT, 'packages/surety/bin/surety.js')
const MINUTES = 60_000

interface Expected {
  readonly title: string
  readonly language: 'node' | 'python' | 'c'
  /** Layers without which the findings cannot be seen. */
  readonly needs: readonly string[]
  readonly args?: readonly string[]
  /** Whether the server imports packages that this repository has installed. */
  readonly packages?: boolean
  readonly findings: Readonly<Record<string, readonly string[]>>
  /** `CODE`, `CODE file` or `CODE file:line`. */
  readonly errors: readonly string[]
  readonly clean: readonly string[]
  /** Codes that may appear or not, by tool; `*` is every tool. */
  readonly allow?: Readonly<Record<string, readonly string[]>>
}

interface Case extends Expected {
  readonly name: string
}

interface Verdict {
  readonly misses: readonly string[]
  readonly falseAlarms: readonly string[]
}

const SERVERS = { node: ['node', 'server.mjs'], python: ['python3', 'server.py'], c: ['./server'] } as const
const NEEDED = { node: undefined, python: 'python3', c: 'gcc' } as const

const cases: readonly Case[] = readdirSync(CORPUS)
  .filter((name) => existsSync(join(CORPUS, name, 'expected.json')))
  .map((name) => ({ name, ...JSON.parse(readFileSync(join(CORPUS, name, 'expected.json'), 'utf8')) }))

const rules = [...codes('E', 1, 20), ...codes('W', 21, 29)]

/** What `surety test` must say of the folder it is given, and what it said. */
const judged: { readonly case: Case; readonly report: Report; readonly verdict: Verdict }[] = []

afterAll(() => {
  if (judged.length === 0) return
  const expected = sum(
    judged.map(({ case: { findings, errors } }) => Object.values(findings).flat().length + errors.length),
  )
  const misses = sum(judged.map(({ verdict }) => verdict.misses.length))
  const falseAlarms = sum(judged.map(({ verdict }) => verdict.falseAlarms.length))
  const clean = sum(judged.map(({ case: { clean } }) => clean.length))
  console.log(
    `Corpus: ${expected - misses} of ${expected} findings, ${falseAlarms} false alarms, ${clean} clean tools, ${judged.length} servers.`,
  )
})

describe('the corpus', () => {
  it.each(rules)('breaks %s in Node and in Python, beside a clean tool', (code) => {
    const breaking = cases.filter((one) => expectedCodes(one).includes(code))
    expect(breaking.map(({ language }) => language)).toEqual(expect.arrayContaining(['node', 'python']))
    expect(breaking.filter(({ clean }) => clean.length === 0)).toEqual([])
  })

  it('is told of in its README, case by case', () => {
    const readme = readFileSync(join(CORPUS, 'README.md'), 'utf8')
    expect(cases.filter(({ name }) => !readme.includes(`\n| ${name} |`))).toEqual([])
  })

  it('says of every contracted tool whether it is clean', () => {
    for (const { name, findings, clean } of cases) {
      const spokenOf = new Set([...Object.keys(findings), ...clean])
      const contracted = existsSync(join(CORPUS, name, 'tools')) ? contractedTools(name) : []
      expect(
        contracted.filter((tool) => !spokenOf.has(tool)),
        name,
      ).toEqual([])
      expect(
        clean.filter((tool) => tool in findings),
        name,
      ).toEqual([])
    }
  })
})

describe('surety test', () => {
  it.concurrent.for(cases)('judges $name: $title', { timeout: 5 * MINUTES }, async (one, { skip }) => {
    const tool = NEEDED[one.language]
    if (tool !== undefined && find(tool) === undefined) skip(`there is no ${tool}`)
    const project = layOut(one)
    try {
      const { report, exitCode, stderr } = await judge(one, project)
      const verdict = compare(one, report)
      judged.push({ case: one, report, verdict })
      expect(verdict, stderr).toEqual({ misses: [], falseAlarms: [] })
      expect(exitCode).toBe(report.summary.exitCode)
      expect(exitCode, 'exit code').toBe(expectedCodes(one).some((code) => code.startsWith('E')) ? 1 : 0)
    } finally {
      rmSync(project, { recursive: true, force: true })
    }
  })

  it('fires every rule, and none on a clean tool', ({ skip }) => {
    if (judged.length < cases.length) skip('not all cases were run')
    const fired = new Set(judged.flatMap(({ report }) => firedCodes(report)))
    expect(rules.filter((code) => !fired.has(code))).toEqual([])
    const blamed = judged.flatMap(({ case: one, report }) =>
      report.tools
        .filter(({ tool }) => one.clean.includes(tool))
        .flatMap(({ tool, findings }) =>
          findings.filter(({ code }) => !isAllowed(one, tool, code)).map(({ code }) => `${one.name}: ${tool} ${code}`),
        ),
    )
    expect(blamed).toEqual([])
  })
})

/** A copy of the case that a user could have written: its own folder, with all that its server needs. */
function layOut({ name, language, packages }: Case): string {
  const project = realpathSync(mkdtempSync(join(tmpdir(), `surety-corpus-${name}-`)))
  cpSync(join(CORPUS, name), project, { recursive: true })
  rmSync(join(project, 'expected.json'))
  if (packages === true) symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  if (language === 'c') {
    const source = join(CORPUS, name, 'server.c')
    execFileSync('gcc', ['-O1', '-static', '-o', join(project, 'server'), source])
    return project
  }
  cpSync(join(CORPUS, 'lib'), join(project, 'lib'), { recursive: true })
  const server = join(project, SERVERS[language][1])
  writeFileSync(server, readFileSync(server, 'utf8').replaceAll(`'../lib`, `'./lib`))
  return project
}

async function judge({ language, args = [] }: Case, project: string) {
  const configured = existsSync(join(project, 'surety.yaml'))
  const command = ['test', project, '--json', ...args, ...(configured ? [] : ['--', ...SERVERS[language]])]
  const options = { maxBuffer: 64 * 1024 * 1024, timeout: 4 * MINUTES }
  const { stdout, stderr, exitCode } = await new Promise<{ stdout: string; stderr: string; exitCode: unknown }>(
    (done) => {
      execFile(process.execPath, [SURETY, ...command], options, (error, stdout, stderr) =>
        done({ stdout, stderr, exitCode: error === null ? 0 : error.code }),
      )
    },
  )
  expect(stdout, `surety ${command.join(' ')} exited with ${String(exitCode)}: ${stderr}`).toMatch(/^\{/)
  return { report: JSON.parse(stdout) as Report, exitCode, stderr }
}

/** What was not found though it is there, and what was found though it is not. */
function compare(one: Case, report: Report): Verdict {
  const unseen = one.needs.filter((layer) => !report.sandbox.layers.includes(layer))
  const tools = new Map(report.tools.map(({ tool, findings }) => [tool, new Set(findings.map(({ code }) => code))]))
  const misses = Object.entries(one.findings).flatMap(([tool, expected]) =>
    expected.filter((code) => !tools.get(tool)?.has(code)).map((code) => `${tool} ${code}`),
  )
  const absent = one.clean.filter((tool) => !tools.has(tool)).map((tool) => `${tool} is not in the report`)
  const falseAlarms = [...tools].flatMap(([tool, found]) =>
    [...found]
      .filter((code) => !one.findings[tool]?.includes(code) && !isAllowed(one, tool, code))
      .filter((code) => unseen.length === 0 || code !== 'W027')
      .map((code) => `${tool} ${code}`),
  )
  const errors = compareErrors(one.errors, report)
  if (unseen.length > 0 && process.env['SURETY_REQUIRE'] !== 'all')
    return { misses: absent, falseAlarms: [...falseAlarms, ...errors.falseAlarms] }
  return { misses: [...misses, ...absent, ...errors.misses], falseAlarms: [...falseAlarms, ...errors.falseAlarms] }
}

/** Pairs each expected error with one of the report, the most exactly described first. */
function compareErrors(expected: readonly string[], report: Report): Verdict {
  const left = report.errors.map(({ code, file, line }) => `${code} ${file ?? ''}:${line ?? ''}`)
  const misses = expected
    .toSorted((a, b) => b.length - a.length)
    .filter((error) => {
      const at = left.findIndex(
        (found) => found === error || found.startsWith(`${error}:`) || found.startsWith(`${error} `),
      )
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  return { misses, falseAlarms: left }
}

function isAllowed({ allow = {} }: Case, tool: string, code: string): boolean {
  return [...(allow[tool] ?? []), ...(allow['*'] ?? [])].includes(code)
}

function expectedCodes({ findings, errors }: Expected): readonly string[] {
  return [...Object.values(findings).flat(), ...errors.map((error) => error.slice(0, 4))]
}

function firedCodes({ tools, errors }: Report): readonly string[] {
  return [...tools.flatMap(({ findings }) => findings), ...errors].map(({ code }) => code)
}

/** Tools whose contract is one that can be read, by the name of its file. */
function contractedTools(name: string): readonly string[] {
  const { errors } = cases.find((one) => one.name === name) ?? { errors: [] }
  return readdirSync(join(CORPUS, name, 'tools'))
    .filter((file) => !errors.some((error) => error.includes(`tools/${file}`)))
    .map((file) => file.replace(/\.ya?ml$/, ''))
}

function codes(letter: string, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${letter}${String(from + at).padStart(3, '0')}`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
