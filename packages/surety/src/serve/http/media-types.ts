import type { IncomingMessage } from 'node:http'
import { type HttpRefusal, refusal } from './respond.ts'

/** Is the body JSON, and can the client read what it may get? */
export function checkMediaTypes({ headers, method }: IncomingMessage): HttpRefusal | undefined {
  const { accept, 'content-type': contentType = '' } = headers
  if (method === 'GET')
    return accepts(accept, 'text/event-stream') ? undefined : refusal(406, 'The client must accept text/event-stream.')
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    return refusal(415, 'The Content-Type must be application/json.')
  if (accept === USUAL || (accepts(accept, 'application/json') && accepts(accept, 'text/event-stream')))
    return undefined
  return refusal(406, 'The client must accept application/json and text/event-stream.')
}

const USUAL = 'application/json, text/event-stream'

/** Without an Accept header nothing is accepted: the protocol asks for one. */
function accepts(accept: string | undefined, type: string): boolean {
  const [family] = type.split('/')
  return (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';')[0]?.trim())
    .some((range) => range === type || range === '*/*' || range === `${family}/*`)
}
