import { type Fields, type Id, type Reply, notificationText, requestText } from '../wire/rpc.ts'

/** Requests of ours that wait for the client's answer. */
export class OpenQuestions {
  private readonly open = new Map<Id, (result: Fields | undefined) => void>()
  private asked = 0

  /** The client's result; undefined where it answers by an error, or nobody waits any longer. */
  ask(send: (text: string) => void, method: string, params: Fields, signal: AbortSignal): Promise<Fields | undefined> {
    const id = `surety-${++this.asked}`
    return new Promise((resolve) => {
      const withdraw = (): void => {
        send(notificationText('notifications/cancelled', { requestId: id, reason: 'No answer is waited for.' }))
        done(undefined)
      }
      const done = (result: Fields | undefined): void => {
        this.open.delete(id)
        signal.removeEventListener('abort', withdraw)
        resolve(result)
      }
      if (signal.aborted) return resolve(undefined)
      signal.addEventListener('abort', withdraw)
      this.open.set(id, done)
      send(requestText(id, method, params))
    })
  }

  settle({ id, result }: Reply): void {
    this.open.get(id)?.(result)
  }
}
