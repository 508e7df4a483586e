import { isRecord } from '@surety/tool-contracts/tools'
import type { Approval, Verdict } from '../../store/types.ts'
import type { Fields } from '../wire/rpc.ts'

const MAX_SHOWN = 4000
const MAX_REASON = 500

/** What the person behind a client sees: the tool, the arguments, a required yes or no, and room for a reason. */
export function approvalForm({ tool, description, arguments: input }: Approval): Fields {
  return {
    message: `May '${tool}' be called, once?\n${description}\nArguments: ${shown(input)}`,
    requestedSchema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: 'Approve', description: `Call '${tool}' once with these arguments.` },
        reason: { type: 'string', title: 'Reason', description: 'Why, for the record.', maxLength: MAX_REASON },
      },
      required: ['approve'],
    },
  }
}

/** As JSON: a line break in an argument cannot pretend to be part of the question. */
function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? 'none'
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`
}

/**
 * What a filled form says. To decline is to deny; whoever closes the form without a word has decided nothing, and neither has
 * an answer that is none.
 */
export function verdictIn(reply: unknown, by: string): Verdict | undefined {
  const { action, content } = isRecord(reply) ? reply : {}
  if (action === 'decline') return { decision: 'denied', by }
  const { approve, reason } = action === 'accept' && isRecord(content) ? content : {}
  if (typeof approve !== 'boolean') return undefined
  const why = typeof reason === 'string' && reason.trim() !== '' ? { reason: reason.trim().slice(0, MAX_REASON) } : {}
  return { decision: approve ? 'approved' : 'denied', by, ...why }
}
