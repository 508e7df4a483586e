import { type CommandName, asCalled } from './called-as.ts'
import { type Command, EXIT, type Io, UsageError } from './command.ts'
import { commandHelp, mainHelp } from './help.ts'
import { obeySignals } from './interruption.ts'
import { parse } from './parse.ts'
import { realIo } from './real-io.ts'
import { unixOnly } from './unix-only.ts'
import { tellOfLoss, unforeseen } from './unforeseen.ts'

interface Listed {
  readonly name: CommandName
  readonly summary: string
  /** Whether it runs the servers of others. */
  readonly startsServers?: true
  readonly load: () => Promise<Command>
}

/** Each command is loaded when it is called, so that the others cost nothing. */
const COMMANDS: readonly Listed[] = [
  {
    name: 'test',
    summary: 'hold a server to its contracts',
    startsServers: true,
    load: async () => (await import('./test.ts')).test,
  },
  {
    name: 'init',
    summary: 'write the first contracts from a live server',
    startsServers: true,
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'explain',
    summary: 'tell what a rule means and how to mend a finding',
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: 'doctor',
    summary: 'tell what can be observed on this machine',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'lock',
    summary: 'pin the definitions of the tools in surety.lock',
    startsServers: true,
    load: async () => (await import('./lock.ts')).lock,
  },
  {
    name: 'diff',
    summary: 'show what changed since surety.lock',
    startsServers: true,
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    name: 'token',
    summary: 'make, list and revoke the tokens of callers',
    load: async () => (await import('./token.ts')).token,
  },
  {
    name: 'approvals',
    summary: 'show the calls that wait for a person, and answer them',
    load: async () => (await import('./approvals.ts')).approvals,
  },
  {
    name: 'trace',
    summary: 'show the calls of a trace as a timeline',
    load: async () => (await import('./trace.ts')).trace,
  },
  {
    name: 'audit',
    summary: 'tell whether the record is whole',
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'tables',
    summary: 'serve tools that insert into the tables of a database',
    load: async () => (await import('./tables.ts')).tables,
  },
  {
    name: 'modules',
    summary: 'list, validate, compile and bundle modules of contracts',
    load: async () => (await import('./modules.ts')).modules,
  },
  {
    name: 'contracts',
    summary: 'print contracts as a document',
    load: async () => (await import('./contracts.ts')).contracts,
  },
  {
    name: 'studio',
    summary: 'serve the studio: author, validate, compile and install contracts over MCP',
    load: async () => (await import('./studio.ts')).studio,
  },
]

/** The `surety` command. */
export async function main(): Promise<void> {
  const io = realIo()
  const [name, ...rest] = process.argv.slice(2)
  obeySignals()
  process.stdout.on('error', (error) => tellOfLoss(error, io))
  process.stderr.on('error', () => {})
  process.once('uncaughtException', (error) => {
    io.err(`surety: ${unforeseen(error)}\n`)
    process.exit(EXIT.usage)
  })
  const stalled = (): void => {
    io.err(`surety: ${unforeseen('The command ended without an answer: nothing was left to wait for.')}\n`)
    process.exit(EXIT.usage)
  }
  process.once('beforeExit', stalled)
  try {
    process.exitCode = await dispatch(name, rest, io)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    io.err(`surety: ${error.message}${await meant(error, name)}\n`)
    process.exitCode = EXIT.usage
  }
  process.off('beforeExit', stalled)
  // Once all is done and written: to take the heap apart first would be for nobody.
  process.once('beforeExit', (code) => process.exit(code))
}

async function dispatch(name: string | undefined, argv: readonly string[], io: Io): Promise<number> {
  if (name === '--version' || name === '-v') return print(io, `${io.version}\n`)
  if (name === undefined) {
    io.err(mainHelp(COMMANDS))
    return EXIT.usage
  }
  const [about] = argv
  if (name === 'help' && about !== undefined) return print(io, commandHelp(await commandNamed(about)))
  if (['--help', '-h', 'help'].includes(name)) return print(io, mainHelp(COMMANDS))
  const command = await commandNamed(name)
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  if (own.includes('--help') || own.includes('-h')) return print(io, commandHelp(command))
  if (COMMANDS.some(({ name: one, startsServers }) => one === name && startsServers)) unixOnly(name)
  return command.run(parse(command, argv), io)
}

async function commandNamed(name: string): Promise<Command> {
  const listed = COMMANDS.find((command) => command.name === name)
  if (listed !== undefined) return listed.load()
  const among = COMMANDS.map((command) => command.name)
  throw new UsageError(`There is no command ${JSON.stringify(name)}.`, { name, among })
}

async function meant({ unknown }: UsageError, command: string | undefined): Promise<string> {
  if (unknown === undefined) return ''
  const { suggestion } = await import('@surety/tool-contracts/tools')
  const asked = COMMANDS.some(({ name }) => name === command) ? `surety ${command}` : 'surety'
  return `${suggestion(unknown.name, unknown.among)} See ${asked} --help.`
}

function print(io: Io, text: string): number {
  io.out(asCalled(text, io.calledAs))
  return EXIT.ok
}
