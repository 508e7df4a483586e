import type { ApprovalDecision } from '@surety/tool-contracts'
import { columnText, type Sql } from './database.ts'
import type { Approval, ApprovalStatus, Verdict } from './types.ts'

/** A call that waits for a person: who makes it, with what, and under which contract. */
export interface WaitingCall {
  readonly newId: string
  readonly approvalId: string | undefined
  readonly principal: string
  readonly toolName: string
  readonly description: string
  readonly role: string | undefined
  /** JSON, without what is sensitive. */
  readonly arguments: string
  readonly argumentsHash: string
  readonly contractHash: string
  readonly expiresMs: number
}

interface ApprovalRow {
  readonly id: string
  readonly tool_name: string
  readonly description: string
  readonly principal: string
  readonly role: string | null
  readonly arguments: string
  readonly requested_at: number
  readonly expires_at: number
  readonly status: ApprovalStatus
  readonly reason: string | null
  readonly resolved_by: string | null
}

// What nobody has answered or used in time has expired, whether or not anybody wrote that down.
const STATUS =
  "case when status in ('pending', 'approved') and expires_at <= {now} then 'expired' else status end as status"
const FIELDS = `id, tool_name, description, principal, role, arguments, requested_at, expires_at, ${STATUS}, reason, resolved_by`
const SAME_CALL = 'principal = $1 and tool_name = $2 and arguments_hash = $3 and contract_hash = $4'

/**
 * May this call be made now? A yes is for one call by the same principal with the same arguments under the same contract, and is
 * spent here. Whoever cannot name the approval finds the one for the same call.
 */
export async function decide(sql: Sql, call: WaitingCall): Promise<ApprovalDecision> {
  const { argumentsHash, contractHash, approvalId } = call
  const bound = [columnText(call.principal), columnText(call.toolName), argumentsHash, contractHash]
  const named = approvalId === undefined ? '' : 'and id = $5'
  const parameters = approvalId === undefined ? bound : [...bound, columnText(approvalId)]
  const [spent] = await sql(
    `update surety_approvals set status = 'spent' where id = (select id from surety_approvals where ${SAME_CALL} ${named}
       and status = 'approved' and expires_at > {now} order by requested_at limit 1) and status = 'approved' returning id`,
    parameters,
  )
  if (spent !== undefined) return { decision: 'approved' }
  const [row] = await sql<ApprovalRow>(
    `select ${FIELDS} from surety_approvals where ${SAME_CALL} ${named} and expires_at > {now} and status in ('pending', 'denied')
       order by requested_at desc limit 1`,
    parameters,
  )
  if (row?.status === 'denied') return { decision: 'denied', ...(row.reason !== null && { reason: row.reason }) }
  return row?.status === 'pending' ? pending(row) : ask(sql, call)
}

/** Enough for anybody who means it; whoever asks without end cannot hide a call among thousands. */
const MAX_WAITING = 100

async function ask(sql: Sql, call: WaitingCall): Promise<ApprovalDecision> {
  const [waiting] = await sql<{ count: number }>(
    "select count(*) as count from surety_approvals where principal = $1 and status = 'pending' and expires_at > {now}",
    [columnText(call.principal)],
  )
  if (waiting !== undefined && waiting.count >= MAX_WAITING)
    throw new Error(`${MAX_WAITING} calls of this caller wait for approval already`)
  const [row] = await sql<{ id: string; expires_at: number }>(
    `insert into surety_approvals (id, principal, tool_name, description, role, arguments, arguments_hash, contract_hash,
       requested_at, expires_at, status) values ($1, $2, $3, $4, $5, $6, $7, $8, {now}, {now} + $9, 'pending')
       returning id, expires_at`,
    [
      call.newId,
      columnText(call.principal),
      columnText(call.toolName),
      columnText(call.description),
      call.role === undefined ? null : columnText(call.role),
      call.arguments,
      call.argumentsHash,
      call.contractHash,
      call.expiresMs,
    ],
  )
  if (row === undefined) throw new Error('The approval could not be put in the queue.')
  return pending(row)
}

function pending({ id, expires_at }: { readonly id: string; readonly expires_at: number }): ApprovalDecision {
  const expiresAt = new Date(expires_at).toISOString()
  return { decision: 'pending', approvalId: id, expiresAt, approveWith: `surety approvals approve ${id}` }
}

/** Whoever comes first decides; too late is too late. */
export async function resolve(sql: Sql, id: string, { decision, by, reason }: Verdict): Promise<boolean> {
  const [row] = await sql(
    `update surety_approvals set status = $2, resolved_by = $3, reason = $4, resolved_at = {now}
       where id = $1 and status = 'pending' and expires_at > {now} returning id`,
    [columnText(id), decision, columnText(by), reason === undefined ? null : columnText(reason)],
  )
  return row !== undefined
}

export async function findApproval(sql: Sql, id: string): Promise<Approval | undefined> {
  const [row] = await sql<ApprovalRow>(`select ${FIELDS} from surety_approvals where id = $1`, [columnText(id)])
  return row && approvalOf(row)
}

export async function listApprovals(sql: Sql, all: boolean): Promise<readonly Approval[]> {
  const waiting = all ? '' : "where status = 'pending' and expires_at > {now}"
  const rows = await sql<ApprovalRow>(`select ${FIELDS} from surety_approvals ${waiting} order by requested_at, id`)
  return rows.map(approvalOf)
}

export async function forgetApprovals(sql: Sql, before: number): Promise<void> {
  await sql('delete from surety_approvals where expires_at < $1', [before])
}

function approvalOf(row: ApprovalRow): Approval {
  return {
    id: row.id,
    tool: row.tool_name,
    description: row.description,
    principal: row.principal,
    role: row.role,
    arguments: JSON.parse(row.arguments),
    requestedAt: new Date(row.requested_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    status: row.status,
    reason: row.reason,
    resolvedBy: row.resolved_by,
  }
}
