import { count } from '../judge/words.ts'
import { printable, printableJson } from '../report/printable.ts'
import type { AuditResult } from '../store/types.ts'
import { type Command, EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { recordStore } from './record-store.ts'
import { commandWithVerbs } from './verbs.ts'

export const audit: Command = commandWithVerbs({
  name: 'audit',
  summary:
    'Tells whether a step of the record was altered, removed or reordered, and prints the hash to compare with later. Exit: 0 the record is whole, 1 it is not.',
  verbs: {
    verify: { usage: '[--head hash] [--json]', run: verify },
    head: { usage: '', run: head },
  },
  options: {
    head: {
      type: 'string',
      value: 'hash',
      help: 'what `surety audit head` printed: all that was there then must be there',
    },
    json: { type: 'boolean', help: 'print JSON' },
  },
  examples: ['surety audit head > audit-head', 'surety audit verify --head "$(cat audit-head)"'],
})

async function verify(parsed: Parsed, io: Io): Promise<number> {
  const given = headOf(parsed.text('head'))
  const { config, ask } = recordStore(parsed, io)
  const { retention } = config
  const options = { ...(given !== undefined && { head: given }), ...(retention !== undefined && { retention }) }
  const result = await ask((store) => store.audit.verify(options))
  io.out(parsed.flag('json') ? printableJson(result) : describe(result, given))
  return result.ok ? EXIT.ok : EXIT.failed
}

async function head(parsed: Parsed, io: Io): Promise<number> {
  io.out(`${await recordStore(parsed, io).ask((store) => store.audit.head())}\n`)
  return EXIT.ok
}

function headOf(text: string | undefined): string | undefined {
  const hash = text?.trim().toLowerCase()
  if (hash === undefined || /^[0-9a-f]{64}$/.test(hash)) return hash
  throw new UsageError(
    `--head takes the 64 hex digits that \`surety audit head\` printed, not ${printable(JSON.stringify(text))}.`,
  )
}

function describe({ ok, message, steps, writers, proven }: AuditResult, given: string | undefined): string {
  const checked = `${count(steps, 'step')} of ${count(writers, 'writer')}`
  const upToHead = ok && given !== undefined ? `, ${proven} of them up to the head` : ''
  return `${ok ? '✓' : '✗'} ${printable(message)}\n  ${checked}${upToHead}\n`
}
