import type { Report } from '../judge/report.ts'
import { printable, printableLines } from '../report/printable.ts'
import { createProgress } from '../report/progress.ts'
import type { TestRequest } from '../run/request/request.ts'
import { runTests } from '../run/run.ts'
import { openBaseline } from './baseline.ts'
import { type Command, EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { endInOrder } from './interruption.ts'
import { type Output, outputsOf, writeReports } from './outputs.ts'
import { serverOptions } from './server-options.ts'
import { rootOf, testRequest } from './test-request.ts'
import { stopInTime, timeLimit } from './time-limit.ts'

export const test: Command = {
  name: 'test',
  summary: 'Runs the server in a sandbox, calls its tools, and holds them to their contracts.',
  operands: '[dir]',
  options: {
    tool: { type: 'string', multiple: true, value: 'name', help: 'judge this tool only' },
    strict: { type: 'boolean', help: 'let warnings fail the run' },
    json: { type: 'boolean', help: 'the same as --reporter json' },
    verbose: { type: 'boolean', help: 'tell of every tool in the text, and of what is known' },
    reporter: {
      type: 'string',
      multiple: true,
      value: 'name[=file]',
      help: 'text, json, junit, sarif or github; to stdout or a file',
    },
    output: { type: 'string', value: 'file', help: 'write the report here instead of to stdout' },
    explore: { type: 'boolean', help: 'generate inputs for every tool, with contract, tests or without' },
    seed: { type: 'string', value: 'n', help: 'seed of generated inputs (default 1)' },
    input: {
      type: 'string',
      value: 'JSON|@file',
      help: 'call with this input only, and show the answer; needs --tool',
    },
    baseline: { type: 'string', value: 'file', help: 'fail only on findings that are not in this file' },
    'update-baseline': { type: 'boolean', help: 'write what was found into the baseline' },
    'max-time': {
      type: 'string',
      value: '2m',
      help: 'report after this time what is known by then (default: no limit; 5m with --explore)',
    },
    bail: { type: 'boolean', help: 'call the tools one by one, and stop at the first that fails' },
    watch: { type: 'boolean', help: 'test again when a file of the project changes, what that concerns' },
    workers: { type: 'string', value: 'n', help: 'server processes side by side (default: the cores)' },
    require: {
      type: 'string',
      multiple: true,
      value: 'fs,net',
      help: 'exit 2 unless these are observable: fs, net, process, calls',
    },
    config: {
      type: 'string',
      value: 'file',
      help: 'the configuration (default: surety.yaml, else syrin.yaml, in dir)',
    },
    url: {
      type: 'string',
      value: 'url',
      help: 'test the server behind this URL; what cannot be observed is not checked',
    },
    ...serverOptions,
    installed: { type: 'boolean', help: 'hold it to the contracts of the installed modules instead of tools_dir' },
  },
  takesCommand: true,
  examples: ['surety test', 'surety test --tool fetch_user --strict', 'surety test -- node server.mjs'],
  run,
}

async function installedTools(root: string): Promise<Pick<TestRequest, 'toolsDir' | 'contracts'>> {
  const { installedContracts } = await import('./installed-contracts.ts')
  return installedContracts(root)
}

async function run(parsed: Parsed, io: Io): Promise<number> {
  const outputs = outputsOf(parsed, io)
  const asked = testRequest(parsed, io)
  if (parsed.flag('bail') && parsed.flag('update-baseline'))
    throw new UsageError('--bail leaves tools out, and --update-baseline is to know all of them: give one of the two.')
  const once = (request: TestRequest): Promise<Tested> => testOnce(request, parsed, io, outputs)
  if (!parsed.flag('watch')) return (await once(asked)).code
  const { testAgain } = await import('./test-again.ts')
  return testAgain(asked, once, { io, written: outputs.flatMap(({ file }) => file ?? []), root: rootOf(asked) })
}

/** What came of one run. */
export interface Tested {
  readonly code: number
  /** Undefined where nothing could be judged. */
  readonly report: Report | undefined
}

async function testOnce(asked: TestRequest, parsed: Parsed, io: Io, outputs: readonly Output[]): Promise<Tested> {
  const limit = timeLimit(parsed)
  const baseline = await openBaseline(parsed, io)
  const installed = parsed.flag('installed') ? await installedTools(rootOf(asked)) : {}
  const fails = async (report: Report): Promise<boolean> =>
    (await baseline(report)).tools.some(({ status }) => status === 'failed')
  const request = { ...asked, ...installed, ...(parsed.flag('bail') && { bail: fails }) }
  const progress = createProgress({ write: io.err, isTTY: io.isTTY.err, columns: io.columns })
  endInOrder(() => request.stop.ask('interrupted'))
  const forget = stopInTime(request.stop, limit)
  const outcome = await runTests(request, progress.update)
  progress.clear()
  forget()
  if (!outcome.ok) {
    for (const reason of outcome.reasons) io.err(`surety: ${printableLines(reason).join('\n')}\n`)
    return { code: request.stop.reason === 'interrupted' ? EXIT.interrupted : EXIT.usage, report: undefined }
  }
  const report = await baseline(outcome.report)
  for (const { message } of report.stale) io.err(`${printable(message)}\n`)
  await writeReports(report, outputs, io, { root: rootOf(request), verbose: parsed.flag('verbose') })
  await outcome.gone
  return { code: report.summary.exitCode, report }
}
