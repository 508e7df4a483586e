import { parseArgs } from 'node:util'
import { type Command, type Option, type Parsed, UsageError } from './command.ts'

/** The arguments of a command, checked against its options; throws UsageError with what to write instead. */
export function parse(command: Command, argv: readonly string[]): Parsed {
  const end = argv.indexOf('--')
  const own = end < 0 ? argv : argv.slice(0, end)
  const behind = end < 0 ? [] : argv.slice(end + 1)
  if (end >= 0 && !command.takesCommand) throw new UsageError(`surety ${command.name} takes no \`-- command\`.`)
  if (end >= 0 && behind.length === 0)
    throw new UsageError('Nothing stands behind `--`: give the command that starts the server.')
  const { values, positionals } = valuesOf(command, own)
  const empty = Object.keys(values).find((name) => [values[name]].flat().includes(''))
  if (empty !== undefined) throw new UsageError(`--${empty} needs a value, and was given an empty one.`)
  const most = command.operands.includes('…') ? Infinity : command.operands.split(' ').filter(Boolean).length
  if (positionals.length > most) {
    const taken = ['no arguments', 'one argument'][most] ?? `${most} arguments at most`
    const hint = command.takesCommand && end < 0 ? " The server's command goes behind `--`." : ''
    throw new UsageError(`surety ${command.name} takes ${taken}, not ${positionals.map(quoted).join(' ')}.${hint}`)
  }
  const texts = (name: string): readonly string[] => [values[name]].flat().filter((value) => typeof value === 'string')
  return {
    operands: positionals,
    command: behind,
    flag: (name) => values[name] === true,
    text: (name) => texts(name).at(-1),
    texts,
    whole: (name) => wholeNumber(name, texts(name).at(-1)),
  }
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function valuesOf(command: Command, argv: readonly string[]): { values: Values; positionals: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  )
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw explain(error, command.options)
  }
}

function explain(error: unknown, options: Readonly<Record<string, Option>>): UsageError {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /Unknown option '(-[^'=]+)/.exec(message)?.[1]
  const among = Object.keys(options).map((name) => `--${name}`)
  if (unknown !== undefined) return new UsageError(`There is no option ${unknown}.`, { name: unknown, among })
  const [, name = ''] = /--([\w-]+)/.exec(message) ?? []
  const option = options[name]
  if (option === undefined) return new UsageError(message)
  if (option.type === 'boolean') return new UsageError(`--${name} takes no value.`)
  return new UsageError(
    `--${name} needs a value: --${name} ${option.value ?? 'value'}. One that starts with a dash is written --${name}=-….`,
  )
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw new UsageError(`--${name} takes a whole number, not ${quoted(text)}.`)
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
