import { shown } from './http-server.ts'
import type { Failure } from './wire.ts'

/** A refusal that concerns the client or its session, whatever the body says. */
export function refusal(url: string, { status, statusText }: Response, hasSession: boolean): Failure | undefined {
  const said = `${shown(url)} answered ${status} ${statusText}`.trimEnd()
  if (status === 401 || status === 403)
    return { kind: 'closed', reason: `${said}. Check the credentials in its headers.` }
  if (status === 404 && hasSession) return { kind: 'closed', reason: `${said}: it no longer knows the session.` }
  return undefined
}

/** What to say of a response in which no answer was found. */
export function noAnswer(url: string, { status, statusText, headers }: Response): Failure {
  const said = `${shown(url)} answered ${status} ${statusText}`.trimEnd()
  if (status >= 400) return { kind: 'malformed', reason: `${said}.` }
  const type = headers.get('content-type')
  return { kind: 'malformed', reason: `${said} without an answer${type === null ? '' : `, as ${type}`}.` }
}
