import { isRecord } from '@surety/tool-contracts/tools'
import { exactKeys } from './exact-keys.ts'
import { type Fields, type Id, type Message, RPC, type RpcError } from './rpc.ts'

export type Read =
  | { readonly ok: true; readonly message: Message }
  /** `id`: of the request that it was meant to be, where that can be told. */
  | { readonly ok: false; readonly id: Id | null; readonly error: RpcError }

const NOTHING: Fields = {}

/** One JSON-RPC message out of parsed JSON. */
export function readMessage(value: unknown): Read {
  if (!isRecord(value)) return wrong(null, 'A message is an object.')
  const { jsonrpc, id, method, params } = value
  const known = isId(id) && typeof method === 'string' ? id : null
  const inexact = exactKeys(value)
  if (inexact !== undefined) return wrong(known, inexact)
  if (jsonrpc !== '2.0') return wrong(known, 'A message says "jsonrpc": "2.0".')
  if (id !== undefined && !isId(id)) return wrong(null, 'An id is a text or a whole number.')
  if (method === undefined) return readReply(value, id)
  if (typeof method !== 'string') return wrong(null, 'A method is a text.')
  if (params !== undefined && !isRecord(params)) return wrong(known, 'The params are an object.')
  const given = params ?? NOTHING
  if (id === undefined) return { ok: true, message: { kind: 'notification', method, params: given } }
  return { ok: true, message: { kind: 'request', id, method, params: given } }
}

function readReply({ result, error }: Fields, id: Id | undefined): Read {
  if (id === undefined || (result === undefined && error === undefined))
    return wrong(null, 'A message is a request, a notification or a response.')
  return { ok: true, message: { kind: 'reply', id, result: isRecord(result) ? result : undefined } }
}

/** Numbers that JavaScript cannot hold exactly could not be given back as they came. */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

function wrong(id: Id | null, message: string): Read {
  return { ok: false, id, error: { code: RPC.invalidRequest, message } }
}
