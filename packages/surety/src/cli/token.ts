import { suggestion } from '@surety/tool-contracts/tools'
import { printable, printableJson } from '../report/printable.ts'
import type { TokenEntry } from '../store/types.ts'
import { type Command, EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { recordStore } from './record-store.ts'
import { table } from './table.ts'
import { mustBeRole, tokenRequest } from './token-request.ts'
import { commandWithVerbs } from './verbs.ts'

export const token: Command = commandWithVerbs({
  name: 'token',
  summary:
    'Makes, lists and revokes the tokens that callers over HTTP show; a token is printed once and stored as a hash.',
  verbs: {
    create: { usage: '--id name --role r [--expires 90d]', run: create },
    list: { usage: '[--json]', run: list },
    revoke: { operand: 'ID', usage: '', run: revoke },
  },
  options: {
    id: { type: 'string', value: 'name', help: 'whose token it is: the principal of its calls' },
    role: { type: 'string', value: 'r', help: 'the role of its calls, one of `roles` in surety.yaml' },
    expires: {
      type: 'string',
      value: '90d',
      help: 'how long it is good for: s, m, h or d (default: until it is revoked)',
    },
    json: { type: 'boolean', help: 'print JSON' },
  },
  examples: [
    'surety token create --id ci --role builder --expires 90d > ci.token',
    'surety token list',
    'surety token revoke ci',
  ],
})

async function create(parsed: Parsed, io: Io): Promise<number> {
  const wanted = tokenRequest(parsed)
  const { id, role, expiresAt } = wanted
  const { config, shown, ask } = recordStore(parsed, io)
  if (config.roles === undefined)
    io.err(
      `surety: No roles are configured, so "${printable(role)}" is taken as it is: \`roles\` in surety.yaml says what it may do.\n`,
    )
  else mustBeRole(role, config.roles)
  const made = await ask(
    async ({ tokens }) => {
      const taken = (await tokens.list()).find((entry) => entry.id === id)
      if (taken !== undefined)
        throw new UsageError(`There is a token with the id "${id}" already (${statusOf(taken)}): take another id.`)
      return tokens.create(wanted)
    },
    { create: true },
  )
  io.out(`${made}\n`)
  const until = expiresAt === undefined ? 'until it is revoked' : `until ${expiresAt.toISOString()}`
  io.err(`surety: The token of "${id}" is good ${until}. It is shown only now: ${shown} has its hash.\n`)
  return EXIT.ok
}

async function list(parsed: Parsed, io: Io): Promise<number> {
  const entries = await recordStore(parsed, io).ask(({ tokens }) => tokens.list())
  const shown = entries.map((entry) => ({ ...entry, status: statusOf(entry) }))
  if (parsed.flag('json')) io.out(printableJson({ tokens: shown }))
  else if (shown.length === 0) io.out('There are no tokens.\n')
  else
    io.out(
      table(
        ['ID', 'ROLE', 'STATUS', 'CREATED', 'EXPIRES'],
        shown.map(({ id, role, status, createdAt, expiresAt }) => [id, role, status, createdAt, expiresAt ?? 'never']),
      ),
    )
  return EXIT.ok
}

async function revoke(parsed: Parsed, io: Io, id: string): Promise<number> {
  const { shown, ask } = recordStore(parsed, io)
  const { isDone, entries } = await ask(async ({ tokens }) => ({
    isDone: await tokens.revoke(id),
    entries: await tokens.list(),
  }))
  const known = entries.find((entry) => entry.id === id)
  if (known === undefined) {
    const meant = suggestion(
      id,
      entries.map((entry) => entry.id),
    )
    throw new UsageError(printable(`There is no token ${JSON.stringify(id)} in ${shown}.${meant}`))
  }
  if (isDone) io.out(printable(`Revoked the token of "${id}": it is refused within a second.`) + '\n')
  else io.err(printable(`surety: The token of "${id}" was revoked already, ${known.revokedAt ?? ''}.`) + '\n')
  return isDone ? EXIT.ok : EXIT.failed
}

function statusOf({ expiresAt, revokedAt }: TokenEntry): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}
