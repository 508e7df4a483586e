import { consequencesOf, isBreaking } from '../lock/consequences.ts'
import { describeDifferences } from '../lock/describe-differences.ts'
import { type Difference, differences } from '../lock/differences.ts'
import { readLock } from '../lock/lock-file.ts'
import { printable, printableJson } from '../report/printable.ts'
import { listServer } from '../run/process/list-server.ts'
import { launchToPin, lockFile } from '../run/request/locked.ts'
import { type Command, EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { plainRequest } from './plain-request.ts'

export const diff: Command = {
  name: 'diff',
  summary:
    'Shows how what the server lists differs from surety.lock, and what of it breaks callers. Exit: 0 in nothing, 1 in something, 2 without a lock.',
  operands: '[dir]',
  options: { json: { type: 'boolean', help: 'print JSON' } },
  takesCommand: true,
  examples: ['surety diff', 'surety diff --json'],
  run,
}

async function run(parsed: Parsed, io: Io): Promise<number> {
  const listing = await listServer(plainRequest(parsed, io))
  if (!listing.ok) throw new UsageError(listing.reasons.map(printable).join('\nsurety: '))
  const { prepared, tools, problems } = listing
  for (const problem of problems) io.err(`surety: ${printable(problem)}\n`)
  const read = await readLock(lockFile(prepared.config))
  if (read === undefined) throw new UsageError('There is no surety.lock to compare with; `surety lock` writes one.')
  if (!read.ok) throw new UsageError(printable(read.reason))
  const found = differences(read.lock, tools, launchToPin(prepared))
  if (parsed.flag('json')) io.out(printableJson({ version: 1, differences: found.map(judged) }))
  else io.out(describeDifferences(found, printable) || 'All tools are as surety.lock says.\n')
  return found.length === 0 ? EXIT.ok : EXIT.failed
}

function judged(difference: Difference): unknown {
  const fields = difference.fields.map((change) => ({ ...change, ...consequencesOf(change) }))
  return { ...difference, isBreaking: isBreaking(difference), fields }
}
