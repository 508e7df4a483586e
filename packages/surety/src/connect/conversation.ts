import { answerTo } from './answer-to.ts'
import type { Incoming, Message } from './incoming.ts'
import { now } from './now.ts'
import { type Asked, type Outcome, PendingRequests } from './pending-requests.ts'
import type { CallLimits, Noise, ProtocolProblem } from './session.ts'
import type { Circumstances, Failure, Listener, Wire } from './wire.ts'

export interface Answer {
  readonly outcome: Outcome
  readonly sentAt: number
  readonly endedAt: number
}

const NOISE_LINES = 100
const PROBLEMS = 100
/** A server that asks without reading the answers gets no more of them. */
const ANSWERS_UNDER_WAY = 64
const LONGEST_TIMER_MS = 2 ** 31 - 1
const UNSENDABLE: Failure = { kind: 'malformed', reason: 'The request itself cannot be written as JSON.' }

/** Requests and their answers over one wire, each within its own time and size; what the server asks meanwhile is answered. */
export class Conversation implements Listener {
  readonly noise: Noise[] = []
  readonly problems: ProtocolProblem[] = []
  version: string | undefined
  private readonly wire: Wire
  private readonly pending = new PendingRequests()
  private lastId = 0
  private answering = 0
  private over: Failure | undefined

  constructor(connect: (listener: Listener) => Wire) {
    this.wire = connect(this)
  }

  request(method: string, params: Message, limits: CallLimits, inputSchema?: unknown): Promise<Answer> {
    this.lastId += 1
    const id = this.lastId
    const message = { jsonrpc: '2.0', id, method, params }
    const tool = typeof params['name'] === 'string' ? params['name'] : undefined
    const text = encode(message)
    return new Promise((resolve) => {
      const sentAt = now()
      const settle = (outcome: Outcome): void => resolve({ outcome, sentAt, endedAt: now() })
      if (text === undefined) return settle(UNSENDABLE)
      if (this.over !== undefined) return settle(this.over)
      // What came in time but is still unread when the timer fires gets one turn to be read.
      const expire = (): void => void setImmediate(() => this.expire(id))
      const timer = setTimeout(expire, Math.min(limits.timeoutMs, LONGEST_TIMER_MS))
      const stop = (outcome: Outcome): void => {
        clearTimeout(timer)
        settle(outcome)
      }
      this.pending.add(id, { method, tool, limits, settle: stop })
      void this.wire.send({ request: { id, maxBytes: limits.maxBytes, inputSchema }, message, text })
    })
  }

  notify(method: string, params: Message): Promise<void> {
    return this.tell({ jsonrpc: '2.0', method, params })
  }

  async close(): Promise<void> {
    this.end('The session was closed.')
    await this.wire.close()
  }

  get maxBytes(): number {
    return this.pending.maxBytes
  }

  awaits(id: number): boolean {
    return this.pending.get(id) !== undefined
  }

  hear(incoming: Incoming, { about, since }: Circumstances = {}): void {
    if (incoming.kind === 'noise') return this.note(incoming.line, since ?? now())
    if (incoming.kind === 'message') return this.read(incoming, about)
    const { id, ...failure } = incoming
    this.pending.settle(id ?? about ?? this.pending.only(), failure)
  }

  /** `tool`: in whose call it came. */
  object(text: string, tool?: string): void {
    const isTold = this.problems.some((problem) => problem.text === text && problem.tool === tool)
    if (!isTold && this.problems.length < PROBLEMS) this.problems.push({ at: now(), text, tool })
  }

  fail(id: number, failure: Failure): void {
    this.pending.settle(id, failure)
  }

  end(reason: string): void {
    this.over ??= { kind: 'closed', reason }
    this.pending.settleAll(this.over)
  }

  private read({ message, bytes, isUtf8 }: Extract<Incoming, { kind: 'message' }>, about: number | undefined): void {
    if (typeof message['method'] === 'string') return this.answer(message)
    // An error without an id answers a request the server could not even read.
    const id = message['id'] == null ? (about ?? this.pending.only()) : numberOf(message['id'])
    const pending = this.pending.get(id)
    if (pending === undefined) return this.readStray(message, id, about)
    if (message['id'] == null && message['error'] == null) this.object('An answer has no id.', pending.tool)
    if (typeof message['id'] === 'string')
      this.object('An answer has its id as a text; it was sent as a number.', pending.tool)
    if (!isUtf8) this.object(`The answer to ${inWords(pending)} is not valid UTF-8.`, pending.tool)
    const isTooLong = bytes > pending.limits.maxBytes
    this.pending.settle(id, isTooLong ? { kind: 'oversize', bytes } : { kind: 'message', message, bytes })
  }

  /** An answer that comes after its time is nobody's fault; one that nobody can have waited for is. */
  private readStray(message: Message, id: number | undefined, about: number | undefined): void {
    if (id === undefined || !('result' in message || 'error' in message)) return
    const answered = this.pending.answered.get(id)
    if (answered !== undefined) return this.object(`The server answered ${inWords(answered)} twice.`, answered.tool)
    if (id >= 1 && id <= this.lastId) return
    const current = this.pending.get(about ?? this.pending.only())
    this.object('The server answered a request that was never made.', current?.tool)
  }

  private answer(request: Message): void {
    const answer = answerTo(request)
    if (answer === undefined || this.answering === ANSWERS_UNDER_WAY) return
    this.answering += 1
    void this.tell(answer).finally(() => {
      this.answering -= 1
    })
  }

  private tell(message: Message): Promise<void> {
    return this.wire.send({ request: undefined, message, text: JSON.stringify(message) })
  }

  private expire(id: number): void {
    const pending = this.pending.get(id)
    if (pending === undefined) return
    this.pending.settle(id, { kind: 'timeout', limitMs: pending.limits.timeoutMs })
    this.wire.abandon(id)
    if (pending.method !== 'initialize') void this.notify('notifications/cancelled', { requestId: id })
  }

  private note(line: string, at: number): void {
    if (this.noise.length < NOISE_LINES) this.noise.push({ at, line })
  }
}

function encode(message: Message): string | undefined {
  try {
    return JSON.stringify(message)
  } catch {
    return undefined
  }
}

/** Our ids are numbers; some servers send them back as text, and every client in use lets them. */
function numberOf(id: unknown): number | undefined {
  return typeof id === 'number' || typeof id === 'string' ? Number(id) : undefined
}

function inWords({ method, tool }: Asked): string {
  return tool === undefined ? method : `${method} of ${JSON.stringify(tool)}`
}
