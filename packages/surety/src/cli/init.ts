import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createProgress } from '../report/progress.ts'
import { type Drafted, draft } from '../init/draft.ts'
import { asCalled } from './called-as.ts'
import { type Command, EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { draftSummary } from './draft-summary.ts'
import { plainRequest } from './plain-request.ts'
import { serverOptions } from './server-options.ts'
import { urlOf } from './url-of.ts'

export const init: Command = {
  name: 'init',
  summary:
    'Lists the tools of a server, observes them in the sandbox, and writes surety.yaml and one contract per tool.',
  operands: '[dir]',
  options: {
    tight: { type: 'boolean', help: 'promise everything that held, instead of noting it as comments' },
    ...serverOptions,
    url: {
      type: 'string',
      value: 'url',
      help: 'the server behind this URL: its tools are listed, and called by no one but your tests',
    },
    force: { type: 'boolean', help: 'overwrite the contracts that are there, and the server in surety.yaml' },
  },
  takesCommand: true,
  examples: [
    'surety init -- node server.mjs',
    'surety init --tight -- npx -y some-mcp-server',
    'surety init --url http://127.0.0.1:3000/mcp',
  ],
  run,
}

async function run(parsed: Parsed, io: Io): Promise<number> {
  const screen = createProgress({ write: io.err, isTTY: io.isTTY.err, columns: io.columns })
  const options = { tight: parsed.flag('tight'), force: parsed.flag('force') }
  const drafting = await draft({ ...plainRequest(parsed, io), url: urlOf(parsed) }, options, screen.update)
  screen.clear()
  if (!drafting.ok) {
    for (const reason of drafting.reasons) io.err(`surety: ${reason}\n`)
    return EXIT.usage
  }
  const { drafted } = drafting
  await writeAll(drafted)
  for (const line of draftSummary(drafted)) io.out(`${asCalled(line, io.calledAs)}\n`)
  return EXIT.ok
}

async function writeAll({ root, config, contracts }: Drafted): Promise<void> {
  if (config.text !== undefined) await write(resolve(root, config.file), config.text, config.isNew)
  for (const { file, text, exists } of contracts) await write(resolve(root, file), text, !exists)
}

/** A file that is new must still be new when it is written. */
async function write(file: string, text: string, isNew: boolean): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: isNew ? 'wx' : 'w' })
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
