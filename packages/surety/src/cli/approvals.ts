import { userInfo } from 'node:os'
import { printableJson, printable } from '../report/printable.ts'
import type { Approval, Verdict } from '../store/types.ts'
import { type Command, EXIT, type Io, type Parsed, UsageError } from './command.ts'
import { approvalText } from './approval-text.ts'
import { recordStore } from './record-store.ts'
import { type Verb, commandWithVerbs } from './verbs.ts'

export const approvals: Command = commandWithVerbs({
  name: 'approvals',
  summary: 'Shows the calls that wait for a person, and answers them; an approval lets one call through, once.',
  verbs: {
    list: { usage: '[--all] [--json]', run: list },
    approve: answering('approved'),
    deny: answering('denied'),
  },
  options: {
    all: { type: 'boolean', help: 'list those that were answered or have expired, too' },
    json: { type: 'boolean', help: 'print JSON' },
    reason: { type: 'string', value: 't', help: 'why; the caller of a denied call is told' },
  },
  examples: [
    'surety approvals list',
    'surety approvals approve apr_0123456789abcdef01234567',
    "surety approvals deny apr_0123456789abcdef01234567 --reason 'Ask for less than 1000.'",
  ],
})

async function list(parsed: Parsed, io: Io): Promise<number> {
  const all = parsed.flag('all')
  const found = await recordStore(parsed, io).ask((store) => store.approvals.list({ all }))
  if (parsed.flag('json')) io.out(printableJson({ approvals: found }))
  else if (found.length === 0) io.out(all ? 'There are no approvals.\n' : 'No call waits for approval.\n')
  else io.out(found.map((approval) => approvalText(approval, Date.now())).join('\n'))
  return EXIT.ok
}

function answering(decision: Verdict['decision']): Verb {
  return {
    operand: 'ID',
    usage: '[--reason t]',
    async run(parsed, io, id) {
      const reason = parsed.text('reason')
      const verdict = { decision, by: operator(), ...(reason !== undefined && { reason }) }
      const { shown, ask } = recordStore(parsed, io)
      const { done, approval } = await ask((store) => store.approvals.resolve(id, verdict))
      if (approval === undefined) {
        const what = `There is no approval ${JSON.stringify(id)} in ${shown}.`
        throw new UsageError(printable(`${what} \`surety approvals list\` shows those that wait.`))
      }
      if (done) io.out(`${printable(success(approval, decision))}\n`)
      else io.err(`surety: ${printable(tooLate(approval))}\n`)
      return done ? EXIT.ok : EXIT.failed
    },
  }
}

function success({ id, tool, principal, expiresAt }: Approval, decision: Verdict['decision']): string {
  const call = `${tool} of ${principal} (${id})`
  if (decision === 'denied') return `Denied ${call}.`
  return `Approved ${call}: the same call is let through once, until ${expiresAt}.`
}

const ANSWERS = {
  pending: 'was not answered: somebody else is at it',
  approved: 'was approved already',
  denied: 'was denied already',
  spent: 'was approved already, and its call has been made',
  expired: 'has expired: the caller has to ask again',
} as const

function tooLate({ id, status, resolvedBy, expiresAt, reason }: Approval): string {
  const by = resolvedBy === null ? '' : `, by ${resolvedBy}`
  const why = reason === null ? '' : `: ${reason}`
  return status === 'expired' ? `${id} ${ANSWERS.expired} (${expiresAt}).` : `${id} ${ANSWERS[status]}${by}${why}.`
}

/** Who answers: whoever may use the store, under the name this machine knows them by. */
function operator(): string {
  try {
    return `operator:${userInfo().username}`
  } catch {
    // A user id without a name, as in some containers.
    return 'operator'
  }
}
