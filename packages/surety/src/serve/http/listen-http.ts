import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { TOOLS_CHANGED } from '../changes.ts'
import { messageOf } from '../message-of.ts'
import { notificationText } from '../wire/rpc.ts'
import { PATH, handleRequest } from './handle-request.ts'
import type { HttpService } from './http-service.ts'
import { answerBadRequest, turnAway } from './turn-away.ts'
import { written } from './write-together.ts'

/** How long calls that were aborted may take to say so. */
const PARTING_MS = 1000
const LOOK_MS = 10

export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves over HTTP until it is closed. */
export async function listenHttp(http: HttpService, host: string, port: number): Promise<Listening> {
  const { limits, log, changes, workload } = http.service
  const admitted = new Set<Socket>()
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1000, limits.headersTimeoutMs, limits.requestTimeoutMs),
      keepAlive: true,
      noDelay: true,
    },
    (req, res) => (admitted.has(req.socket) ? void handled(req, res, http) : undefined),
  )
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => answerBadRequest(error, socket, log))
  limitConnections(server, admitted, http)
  await listening(server, host, port)
  const stopTelling = changes.subscribe(() => http.sessions.tell(notificationText(TOOLS_CHANGED, {})))
  return {
    url: urlOf(server, host),
    close: async () => {
      stopTelling()
      workload.isClosing = true
      http.streams.endAll()
      await workload.drain(limits.drainMs, PARTING_MS)
      await written()
      http.sessions.endAll()
      await closed(server)
    },
  }
}

/** A request whose handling fails takes nobody else with it. */
async function handled(req: IncomingMessage, res: ServerResponse, http: HttpService): Promise<void> {
  try {
    await handleRequest(req, res, http)
  } catch (error) {
    http.service.log('failed', { method: req.method, reason: messageOf(error) })
    if (res.headersSent) res.destroy()
    else res.writeHead(500).end()
  }
}

function limitConnections(server: Server, open: Set<Socket>, { service }: HttpService): void {
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    if (open.size >= service.limits.maxConnections) return turnAway(socket, service.log)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const { port } = isAddress(address) ? address : { port: 0 }
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}`
}

function isAddress(address: ReturnType<Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

/** Closes each connection once its last answer is out; those of clients that do not read it are cut. */
async function closed(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), PARTING_MS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(idle)
  clearTimeout(cut)
}
