import { dirname, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { printable, printableLines } from '../report/printable.ts'
import { createProgress } from '../report/progress.ts'
import { runTests } from '../run/run.ts'
import { openBaseline } from './baseline.ts'
import { type Command, EXIT, type Io, type Parsed } from './command.ts'
import { outputsOf, writeReports } from './outputs.ts'
import { testRequest } from './test-request.ts'

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
    input: { type: 'string', value: 'JSON', help: 'call with this input only; needs --tool' },
    baseline: { type: 'string', value: 'file', help: 'fail only on findings that are not in this file' },
    'update-baseline': { type: 'boolean', help: 'write what was found into the baseline' },
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
  },
  takesCommand: true,
  examples: ['surety test', 'surety test --tool fetch_user --strict', 'surety test -- node server.mjs'],
  run,
}

/** Most of what a run could have optimized is done before that pays, and the compiler takes a core from the server. */
function compileLess(): void {
  // Others go by other flags, and complain of this one.
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=1500000')
}

async function run(parsed: Parsed, io: Io): Promise<number> {
  compileLess()
  const outputs = outputsOf(parsed, io)
  const request = testRequest(parsed, io)
  const baseline = await openBaseline(parsed, io)
  const progress = createProgress({ write: io.err, isTTY: io.isTTY.err, columns: io.columns })
  let done = 0
  const outcome = await runTests(request, ({ phase, tool, total }) => {
    done = phase === 'calling' ? done + 1 : done
    progress.update({ phase, done: Math.min(done, total ?? 0), total: total ?? 0, ...(tool !== undefined && { tool }) })
  })
  progress.clear()
  if (!outcome.ok) {
    for (const reason of outcome.reasons) io.err(`surety: ${printableLines(reason).join('\n')}\n`)
    return EXIT.usage
  }
  const report = await baseline(outcome.report)
  for (const { message } of report.stale) io.err(`${printable(message)}\n`)
  const root = dirname(resolve(request.dir, request.configFile ?? 'surety.yaml'))
  await writeReports(report, outputs, io, { root, verbose: parsed.flag('verbose') })
  await outcome.gone
  return report.summary.exitCode
}
