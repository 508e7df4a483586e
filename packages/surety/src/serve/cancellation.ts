import type { CallerSignal } from '@surety/tool-contracts'

/** Whether somebody still waits for a request. An AbortSignal costs about as much as a small call: it is made for whoever asks. */
export class Cancellation implements CallerSignal {
  aborted = false
  private reason = ''
  private listeners: Set<() => void> | undefined
  private controller: AbortController | undefined

  cancel(reason: string): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.controller?.abort(new Error(reason))
    for (const listener of this.listeners ?? []) listener()
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners ??= new Set()
    this.listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners?.delete(listener)
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController()
    if (this.aborted) this.controller.abort(new Error(this.reason))
    return this.controller.signal
  }
}
