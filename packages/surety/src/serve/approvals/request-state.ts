import { createHmac, timingSafeEqual } from 'node:crypto'
import { isRecord } from '@surety/tool-contracts/tools'

const PREFIX = 'surety1.'

/** What a question of ours carries through the client: signed, for the client could write anything. */
export interface RequestState {
  readonly approvalId: string
  readonly traceId: string | undefined
}

/** Whose call of which tool it belongs to. */
interface Holder {
  readonly principal: string
  readonly name: string
}

export function isOwnState(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PREFIX)
}

export function writeState({ approvalId, traceId }: RequestState, holder: Holder, key: string): string {
  const body = Buffer.from(JSON.stringify({ approvalId, traceId })).toString('base64url')
  return `${PREFIX}${body}.${signatureOf(body, holder, key)}`
}

/** Undefined unless this very holder was given it. */
export function readState(text: string, holder: Holder, key: string): RequestState | undefined {
  const [body = '', signature = ''] = text.slice(PREFIX.length).split('.')
  const expected = Buffer.from(signatureOf(body, holder, key))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const state: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
  const { approvalId, traceId } = isRecord(state) ? state : {}
  if (typeof approvalId !== 'string') return undefined
  return { approvalId, traceId: typeof traceId === 'string' ? traceId : undefined }
}

function signatureOf(body: string, { principal, name }: Holder, key: string): string {
  const signed = JSON.stringify(['surety approval question', principal, name, body])
  return createHmac('sha256', key).update(signed).digest('base64url')
}
