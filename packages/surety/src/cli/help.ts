import type { Command } from './command.ts'

/** What `surety <command> --help` prints. */
export function commandHelp(command: Command): string {
  const operands = [command.operands, '[options]', command.takesCommand ? '[-- command args…]' : ''].filter(Boolean)
  const options = Object.entries(command.options).map(([name, { value, multiple, help }]) => ({
    left: `--${name}${value === undefined ? '' : ` ${value}`}${multiple === true ? '…' : ''}`,
    help,
  }))
  const width = Math.max(...options.map(({ left }) => left.length), 0)
  const lines = [
    ...(command.usages ?? [`${command.name} ${operands.join(' ')}`]).map((usage) => `surety ${usage}`),
    '',
    command.summary,
    '',
    ...options.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`),
    ...(command.examples.length > 0 ? ['', 'Examples:', ...command.examples.map((example) => `  ${example}`)] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** What `surety --help` prints. */
export function mainHelp(commands: readonly { readonly name: string; readonly summary: string }[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = [
    'surety: contracts for MCP tools. Declare once; test, enforce and trace everywhere.',
    '',
    ...commands.map(({ name, summary }) => `  surety ${name.padEnd(width)}  ${summary}`),
    '',
    'surety <command> --help tells more, surety --version which version this is.',
    'Exit: 0 nothing fails, 1 a finding fails, 2 nothing could be judged, 130 interrupted.',
  ]
  return `${lines.join('\n')}\n`
}
