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
import type { Report } from '../packages/surety/src/judge/report.ts'
import { find } from './machine.ts'

const ROOT: string = resolve(import.meta.dirname, '..')
export const CORPUS: string = join(ROOT, 'packages/surety/test/corpus')
const SURETY = join(ROOT, 'packages/surety/bin/surety.js')

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

export interface Case extends Expected {
  readonly name: string
}

export interface Verdict {
  readonly misses: readonly string[]
  readonly falseAlarms: readonly string[]
}

const SERVERS = { node: ['node', 'server.mjs'], python: ['python3', 'server.py'], c: ['./server'] } as const
const NEEDED = { node: undefined, python: 'python3', c: 'gcc' } as const

export const cases: readonly Case[] = readdirSync(CORPUS)
  .filter((name) => existsSync(join(CORPUS, name, 'expected.json')))
  .map((name) => ({ name, ...JSON.parse(readFileSync(join(CORPUS, name, 'expected.json'), 'utf8')) }))

/** With those in Python and on the SDKs, most of the time that the corpus takes: `npm test` leaves them to `npm run test:commands`. */
const SLOW = new Set([
  'crash-node',
  'determinism-node',
  'effects-c',
  'expected-node',
  'explore-node',
  'hidden-late-node',
  'idempotency-node',
  'inputs-node',
  'memory-node',
  'project-node',
  'time-node',
  'tracer-node',
  'world-node',
])

export function takesLong({ name, language, packages }: Case): boolean {
  return language === 'python' || packages === true || SLOW.has(name)
}

export interface Judged {
  readonly report: Report
  readonly verdict: Verdict
  readonly exitCode: unknown
  readonly stderr: string
}

/** What a machine lacks to run the case. */
export function lackedBy({ language }: Case): string | undefined {
  const needed = NEEDED[language]
  return needed === undefined || find(needed) !== undefined ? undefined : needed
}

/** Runs `surety test` on a copy of the case, and compares what it says with what it must say. */
export async function judgeCase(one: Case, timeoutMs: number): Promise<Judged> {
  const project = layOut(one)
  try {
    const { report, exitCode, stderr } = await judge(one, project, timeoutMs)
    return { report, exitCode, stderr, verdict: compare(one, report) }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

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

async function judge({ language, args = [] }: Case, project: string, timeout: number) {
  const configured = existsSync(join(project, 'surety.yaml'))
  const command = ['test', project, '--json', ...args, ...(configured ? [] : ['--', ...SERVERS[language]])]
  const options = { maxBuffer: 64 * 1024 * 1024, timeout }
  const { stdout, stderr, exitCode } = await new Promise<{ stdout: string; stderr: string; exitCode: unknown }>(
    (done) => {
      execFile(process.execPath, [SURETY, ...command], options, (error, stdout, stderr) =>
        done({ stdout, stderr, exitCode: error === null ? 0 : error.code }),
      )
    },
  )
  if (!stdout.startsWith('{')) throw new Error(`surety ${command.join(' ')} exited with ${String(exitCode)}: ${stderr}`)
  return { report: JSON.parse(stdout) as Report, exitCode, stderr }
}

/** What was not found though it is there, and what was found though it is not. */
function compare(one: Case, report: Report): Verdict {
  const unseen = one.needs.filter((layer) => !report.sandbox.layers.includes(layer))
  const tools = new Map(
    report.tools.map(({ tool, findings }) => [
      tool,
      new Set(findings.filter(({ expected }) => expected !== true).map(({ code }) => code)),
    ]),
  )
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

export function isAllowed({ allow = {} }: Case, tool: string, code: string): boolean {
  return [...(allow[tool] ?? []), ...(allow['*'] ?? [])].includes(code)
}

export function expectedCodes({ findings, errors }: Expected): readonly string[] {
  return [...Object.values(findings).flat(), ...errors.map((error) => error.slice(0, 4))]
}
