import type { Message } from './incoming.ts'

const METHOD_NOT_FOUND = -32601

/** What to answer a server that asks its client something; undefined for a notification, which asks nothing. */
export function answerTo(request: Message): Message | undefined {
  const id = request['id']
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  const method = String(request['method'])
  if (method === 'ping') return { jsonrpc: '2.0', id, result: {} }
  if (method === 'roots/list') return { jsonrpc: '2.0', id, result: { roots: [] } }
  const message = `This client does not answer ${method.slice(0, 100)}; it declared no such capability.`
  return { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message } }
}
