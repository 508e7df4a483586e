import { RPC, failed, succeeded, unknownMethod } from '../wire/rpc.ts'
import type { Method } from './answer.ts'

/** An output that was too large to deliver, for the principal whose call gave it. */
export const readResource: Method = async ({ method, params }, { era, caller }, { served }) => {
  const withheld = served.journal?.withheld
  if (withheld === undefined) return unknownMethod(method)
  const { uri } = params
  if (typeof uri !== 'string') return failed(RPC.invalidParams, 'resources/read needs the uri of a resource.')
  const text = await withheld.read(caller.principal, uri)
  if (text !== undefined) return succeeded({ contents: [{ uri, mimeType: 'application/json', text }] })
  const code = era === 'modern' ? RPC.invalidParams : RPC.resourceNotFound
  return failed(code, 'There is no such resource.', { uri })
}

/** Outputs are found by the refusals that name them: none of them is listed. */
export function listNothing(kind: 'resources' | 'resourceTemplates'): Method {
  return ({ method }, _peer, { served }) =>
    served.journal?.withheld === undefined ? unknownMethod(method) : succeeded({ [kind]: [] })
}
