import { STATUS_CODES, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../log.ts'

/** What node:http itself finds wrong with a request, and its status. */
const STATUSES: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])
const BAD_REQUEST = 400
const PATIENCE_MS = 1000

/** Answers what is no HTTP request, is too long in its headers or too slow. */
export function answerBadRequest(error: Error & { code?: string }, socket: Socket, log: Log): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy()
  const status = STATUSES.get(error.code) ?? BAD_REQUEST
  log('refused', { status, reason: error.code })
  sendAndClose(socket, status)
}

/** Is an answer on its way? Another one would end up in the middle of it. */
function isAnswering(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage')
  return message instanceof ServerResponse && message.headersSent
}

/** Answers a connection that is one too many. */
export function turnAway(socket: Socket, log: Log): void {
  log('refused', { status: 503, reason: 'Too many connections are open.' })
  sendAndClose(socket, 503, 'Retry-After: 1\r\n')
}

function sendAndClose(socket: Socket, status: number, headers = ''): void {
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`)
  // Whoever does not close its side is not waited for.
  const timer = setTimeout(() => socket.destroy(), PATIENCE_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}
