import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serve } from '../packages/surety/src/serve/serve.ts'
import { conformanceTools } from './serve/conformance-tools.ts'

/** The suite, and the Node that it needs. */
const PACKAGES = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@22.23.3']

const NO_PROMPTS = 'serve() serves tools: it declares no prompts'
const NO_RESOURCES = 'serve() serves tools: its only resources are outputs that were too large, which are not listed'
const NO_LOGGING = 'the logging capability is not declared'
const NO_COMPLETION = 'the completions capability is not declared'
const NO_TASKS = 'the tasks extension is not declared'

/** What the suite asks of servers that do more than serve tools, and why this one does not do it. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'logging-set-level': NO_LOGGING,
  'tools-call-with-logging': NO_LOGGING,
  'completion-complete': NO_COMPLETION,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
  'input-required-result-non-tool-request': NO_PROMPTS,
  'tasks-lifecycle': NO_TASKS,
  'tasks-capability-negotiation': NO_TASKS,
  'tasks-wire-fields': NO_TASKS,
  'tasks-request-state-removal': NO_TASKS,
  'tasks-mrtr-input': NO_TASKS,
  'tasks-request-headers': NO_TASKS,
  'tasks-dispatch-and-envelope': NO_TASKS,
  'tasks-required-task-error': NO_TASKS,
  'tasks-mrtr-composition': NO_TASKS,
}

/** Of these a single check does not apply. */
const PARTLY: Readonly<Record<string, { readonly failed: number; readonly why: string }>> = {
  caching: { failed: 1, why: `prompts/list: ${NO_PROMPTS}` },
}

it.each(['2025-11-25', '2026-07-28'])('every scenario of %s that concerns tools passes', async (revision) => {
  const server = await serve(conformanceTools(), { http: '127.0.0.1:0' }, { log: () => undefined })
  onTestFinished(() => server.close())
  const scores = await run(String(server.url), revision)
  expect(scores.length).toBeGreaterThan(30)
  const unexpected = scores.filter(
    ({ name, failed }) => failed > (PARTLY[name]?.failed ?? 0) && !Object.hasOwn(NOT_APPLICABLE, name),
  )
  expect(unexpected).toEqual([])
  const passed = scores.filter(({ failed }) => failed === 0)
  console.log(`${revision}: ${passed.length} of ${scores.length} scenarios pass; the others do not apply.`)
})

interface Score {
  readonly name: string
  readonly passed: number
  readonly failed: number
}

function run(url: string, revision: string): Promise<readonly Score[]> {
  const folder = mkdtempSync(join(tmpdir(), 'surety-conformance-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const exec = ['exec', '--yes', ...PACKAGES.flatMap((name) => ['--package', name]), '--']
  const suite = ['conformance', 'server', '--url', url, '--requirements', revision, '--output-dir', folder]
  return new Promise((resolve, reject) => {
    execFile('npm', [...exec, ...suite], { cwd: folder, maxBuffer: 64 << 20 }, (_, stdout, stderr) => {
      const scores = [...stdout.matchAll(/^[✓✗] (?<name>[\w-]+): (?<passed>\d+) passed, (?<failed>\d+) failed/gm)]
      if (scores.length === 0) return reject(new Error(`The suite did not run: ${stdout} ${stderr}`))
      resolve(
        scores.map(({ groups = {} }) => ({
          name: String(groups['name']),
          passed: Number(groups['passed']),
          failed: Number(groups['failed']),
        })),
      )
    })
  })
}
