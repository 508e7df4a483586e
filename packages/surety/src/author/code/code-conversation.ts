import type { Readable, Writable } from 'node:stream'
import { isRecord } from '@surety/tool-contracts/tools'
import { CODE_COMMAND } from '../code-program.ts'
import { type Asked, READY } from './code-protocol.ts'

/** A process that runs contracts' code, wherever the caller put it. */
export interface CodeProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly exited: Promise<unknown>
  readonly end: () => Promise<void> | void
}

export type StartCode = (command: readonly string[]) => CodeProcess | Promise<CodeProcess>

export type Answered = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly reason: string }

const MAX_ANSWER = 4 * 1024 * 1024
/** To tell a process that never starts from one on a busy machine. */
const START_MS = 60_000

/** Questions to a process that is started when needed and again after it was lost; one at a time, so that a loss is one file's. */
export class CodeConversation {
  readonly #start: StartCode
  readonly #timeoutMs: number
  #process: CodeProcess | undefined
  #last: Promise<unknown> = Promise.resolve()
  #id = 0

  constructor(start: StartCode, timeoutMs: number) {
    this.#start = start
    this.#timeoutMs = timeoutMs
  }

  /** Never rejects. Waits as long as for every question, or less. */
  ask(file: string, asked: Asked, maxMs: number = this.#timeoutMs): Promise<Answered> {
    const timeoutMs = Math.ceil(Math.min(maxMs, this.#timeoutMs))
    const answered = this.#last.then(() => this.#askNow(file, asked, timeoutMs))
    this.#last = answered
    return answered
  }

  async end(): Promise<void> {
    await this.#last
    await this.#process?.end()
    this.#process = undefined
  }

  async #askNow(file: string, asked: Asked, timeoutMs: number): Promise<Answered> {
    const isFresh = this.#process === undefined
    try {
      return { ok: true, answer: await this.#exchange(file, asked, timeoutMs) }
    } catch (error) {
      await this.#process?.end()
      this.#process = undefined
      // Another file's code may have ended the process.
      if (!isFresh && error instanceof ProcessLost) return this.#askNow(file, asked, timeoutMs)
      return { ok: false, reason: error instanceof Error ? error.message : 'its process failed' }
    }
  }

  async #exchange(file: string, asked: Asked, timeoutMs: number): Promise<unknown> {
    const id = ++this.#id
    this.#process ??= await this.#launch()
    const reply = answerTo(id, this.#process, timeoutMs)
    this.#process.stdin.write(`${JSON.stringify({ id, file, ...asked })}\n`)
    return reply
  }

  async #launch(): Promise<CodeProcess> {
    const started = await this.#start(CODE_COMMAND)
    started.stdout.setEncoding('utf8')
    // A process that is gone is noticed by its exit.
    started.stdin.on('error', () => undefined)
    try {
      await answerTo(READY, started, START_MS)
    } catch (error) {
      await started.end()
      throw error
    }
    return started
  }
}

class ProcessLost extends Error {}

/** The answer with that id; whatever else is on stdout is not for us. */
function answerTo(id: number, { stdout, exited }: CodeProcess, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = ''
    const settle = (finish: () => void): void => {
      clearTimeout(timer)
      stdout.off('data', take)
      finish()
    }
    const fail = (reason: string): void => settle(() => reject(new Error(reason)))
    const lost = (): void =>
      settle(() => reject(new ProcessLost('its code ended the process, or took more memory than it may')))
    const timer = setTimeout(() => fail(`its code did not answer within ${timeoutMs} ms`), timeoutMs)
    const take = (chunk: string): void => {
      text += chunk
      if (text.length > MAX_ANSWER) return fail(`its code answered more than ${MAX_ANSWER} bytes`)
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const answer = parsed(line, id)
        if (answer !== undefined) return settle(() => resolve(answer.answer))
      }
    }
    stdout.on('data', take)
    exited.then(lost, lost)
  })
}

function parsed(line: string, id: number): { readonly answer: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return isRecord(message) && message['id'] === id ? { answer: message['answer'] } : undefined
  } catch {
    return undefined
  }
}
