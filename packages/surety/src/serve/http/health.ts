import type { ServerResponse } from 'node:http'
import { messageOf } from '../message-of.ts'
import type { HttpService } from './http-service.ts'
import { sendJson } from './respond.ts'

const PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

export function isHealthPath(path: string): boolean {
  return PATHS.has(path)
}

/** `/healthz`: does it run? `/readyz`: would a call be taken now? */
export async function answerHealth(path: string, res: ServerResponse, http: HttpService): Promise<void> {
  const reason = path === '/readyz' ? await obstacle(http) : undefined
  const status = reason === undefined ? 200 : 503
  sendJson(res, status, JSON.stringify(reason === undefined ? { status: 'ok' } : { status: 'unavailable', reason }))
}

async function obstacle({ service, ready }: HttpService): Promise<string | undefined> {
  if (service.workload.isClosing) return 'The server is closing.'
  try {
    await ready()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
