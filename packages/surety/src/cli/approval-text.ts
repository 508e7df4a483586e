import { printable, printableLines } from '../report/printable.ts'
import type { Approval } from '../store/types.ts'
import { span } from './span.ts'

const MAX_LINE = 100

/** One approval for people: who wants to call what with which arguments, all of them; nothing in it commands a terminal. */
export function approvalText(approval: Approval, now: number): string {
  const { id, tool, principal, role, description } = approval
  const by = `${principal}${role === null ? '' : ` (${role})`}`
  const lines = [
    `${id}  ${approval.status}`,
    `  ${tool}, called by ${by}, ${timing(approval, now)}`,
    ...(description === '' ? [] : [`  ${description}`]),
    ...argumentLines(approval.arguments),
    ...answer(approval),
  ]
  return `${lines.map(printable).join('\n')}\n`
}

function timing({ requestedAt, expiresAt, status }: Approval, now: number): string {
  const left = Date.parse(expiresAt) - now
  if (status === 'pending' && left > 0) return `waits since ${requestedAt}, expires in ${span(left)}`
  return `asked ${requestedAt}, ${status === 'expired' ? 'expired' : 'good until'} ${expiresAt}`
}

function argumentLines(value: unknown): readonly string[] {
  const line = JSON.stringify(value)
  if (line.length <= MAX_LINE) return [`  ${line}`]
  return printableLines(JSON.stringify(value, undefined, 2)).map((part) => `  ${part}`)
}

function answer({ resolvedBy, reason, status }: Approval): readonly string[] {
  if (resolvedBy === null) return []
  const verdict = status === 'denied' ? 'denied' : 'approved'
  return [`  ${verdict} by ${resolvedBy}${reason === null ? '' : `: ${reason}`}`]
}
