import type { Approval, Store } from '../../store/types.ts'
import type { ServedCall } from '../served.ts'
import { verdictIn } from './approval-form.ts'
import { type RequestState, readState, writeState } from './request-state.ts'

export type Resumed = RequestState

/** The approvals of a store, as far as callers may give their own. */
export interface CallerApprovals {
  /** The approval, where it is this caller's, of this tool, and still waits. */
  readonly find: (approvalId: string, call: ServedCall) => Promise<Approval | undefined>
  /** Records what the caller says; false where nothing was said, or it is not theirs to say. */
  readonly settle: (approvalId: string, call: ServedCall, reply: unknown) => Promise<boolean>
  readonly stateFor: (approvalId: string, call: ServedCall, traceId: string | undefined) => Promise<string>
  readonly resume: (state: string, call: ServedCall) => Promise<Resumed | undefined>
}

export function callerApprovals({ approvals, journal }: Store, operatorOnly: readonly string[] = []): CallerApprovals {
  const find: CallerApprovals['find'] = async (approvalId, { principal, name }) => {
    if (operatorOnly.includes(name)) return undefined
    const approval = await approvals.find(approvalId)
    const isTheirs = approval?.principal === principal && approval.tool === name
    return isTheirs && approval.status === 'pending' ? approval : undefined
  }
  return {
    find,
    settle: async (approvalId, call, reply) => {
      const verdict = verdictIn(reply, call.principal)
      if (verdict === undefined || (await find(approvalId, call)) === undefined) return false
      // Who else decided it first has decided it too: the call made again tells.
      await approvals.resolve(approvalId, verdict)
      return true
    },
    // The journal's key is the same for all who share the store: any of them may be asked next.
    stateFor: async (approvalId, call, traceId) => writeState({ approvalId, traceId }, call, await journal.hashKey()),
    resume: async (state, call) => readState(state, call, await journal.hashKey()),
  }
}
