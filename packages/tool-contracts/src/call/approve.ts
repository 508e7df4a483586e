import type { Contract } from '../contract/declare.ts'
import { isRecord } from '../contract/record.ts'
import { redact } from '../journal/redact.ts'
import { type Result, PASSED, ignoreRejection, messageOf, refuse } from '../outcome.ts'
import { contractHash } from './contract-hash.ts'
import type { ApprovalRequest, Approver, CallRequest, CallerSignal, Runtime } from './ports.ts'
import type { Secrets } from './secrets.ts'

/** Does this call wait for an approver? A rule that throws, or answers anything but `false`, says yes. */
export function needsApproval(contract: Contract, request: CallRequest, input: unknown): boolean {
  if (typeof contract.approval === 'string') return contract.approval === 'always'
  const { toolName } = contract
  const { role, principal, traceId } = request
  try {
    const verdict: unknown = contract.approval(isRecord(input) ? input : {}, { toolName, role, principal, traceId })
    ignoreRejection(verdict)
    return verdict !== false
  } catch {
    return true
  }
}

/** Has someone who may say so said yes? No approver, a broken one or a late one means no. */
export async function approve(
  contract: Contract,
  request: CallRequest,
  input: unknown,
  secrets: Secrets,
  runtime: Runtime,
): Promise<Result<undefined>> {
  const { toolName, description } = contract
  const { role, principal, traceId, stepId, approvalId } = request
  const shownInput = secrets.hide(redact(input, contract.sensitive.input))
  const told = { toolName, description, input, shownInput, contractHash: contractHash(contract) }
  const asked = { ...told, role, principal, traceId, stepId, approvalId }
  const { approver, approvalTimeoutMs } = runtime
  const verdict = approver && (await verdictOf(approver, asked, approvalTimeoutMs, request.signal))
  switch (verdict?.decision) {
    case 'approved':
      return PASSED
    case 'denied': {
      const why = verdict.reason === undefined ? '' : `: ${verdict.reason}`
      const message = `The call of '${toolName}' was denied${why}. Do not repeat it unchanged.`
      return refuse('approve', 'caller', 'APPROVAL_DENIED', message, { reason: verdict.reason ?? null })
    }
    case 'pending': {
      const { decision: _, reason, ...details } = verdict
      const next = reason === undefined ? '. Make the same call again once it is given.' : `, but ${reason}.`
      const message = `'${toolName}' waits for approval ${details.approvalId}${next}`
      return refuse('approve', 'caller', 'APPROVAL_REQUIRED', message, details)
    }
    case 'cancelled':
      return refuse(
        'approve',
        'caller',
        'CANCELLED',
        `The caller cancelled before '${toolName}' was approved. Nothing ran.`,
      )
    case 'none':
    case undefined: {
      const why = verdict?.why ?? 'no approver is set up'
      const message = `'${toolName}' needs approval, but ${why}. Nothing ran; ask an operator.`
      return refuse('approve', 'environment', 'APPROVAL_REQUIRED', message)
    }
  }
}

type Verdict =
  | { readonly decision: 'approved' | 'denied'; readonly reason?: string }
  | { readonly decision: 'pending'; readonly approvalId: string; readonly reason?: string }
  | { readonly decision: 'cancelled' }
  | { readonly decision: 'none'; readonly why: string }

/** What a timer can wait for at most. */
const MAX_DELAY_MS = 2 ** 31 - 1

type Asked = Omit<ApprovalRequest, 'signal'>

/** What the approver says, if it says anything that counts while somebody waits. */
function verdictOf(
  approver: Approver,
  asked: Asked,
  patienceMs: number,
  signal: CallerSignal | undefined,
): Promise<Verdict> {
  const patience = new AbortController()
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => done({ decision: 'none', why: `nobody answered within ${patienceMs} ms` }),
      Math.min(patienceMs, MAX_DELAY_MS),
    )
    const cancel = (): void => done({ decision: 'cancelled' })
    const done = (verdict: Verdict): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      resolve(verdict)
      patience.abort()
    }
    if (signal?.aborted === true) return cancel()
    signal?.addEventListener('abort', cancel)
    Promise.resolve({ ...asked, signal: patience.signal })
      .then(approver)
      .then((answer) => done(readDecision(answer)))
      .catch((error: unknown) => done({ decision: 'none', why: `the approver failed: ${messageOf(error)}` }))
  })
}

function readDecision(answer: unknown): Verdict {
  if (typeof answer === 'boolean') return { decision: answer ? 'approved' : 'denied' }
  const { decision, reason, approvalId, expiresAt, approveWith } = isRecord(answer) ? answer : {}
  if (decision === 'approved' || decision === 'denied') {
    return typeof reason === 'string' ? { decision, reason } : { decision }
  }
  if (decision === 'pending' && typeof approvalId === 'string') {
    return {
      decision,
      approvalId,
      ...(typeof expiresAt === 'string' && { expiresAt }),
      ...(typeof approveWith === 'string' && { approveWith }),
      ...(typeof reason === 'string' && { reason }),
    }
  }
  return { decision: 'none', why: 'the approver gave no decision' }
}
