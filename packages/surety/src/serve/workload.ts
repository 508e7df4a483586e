import { Cancellation } from './cancellation.ts'

/** The requests under way: how many there may be, and how they are brought to an end. */
export class Workload {
  private readonly running = new Set<Cancellation>()
  private readonly max: number
  private idle: (() => void) | undefined
  isClosing = false

  constructor(max: number) {
    this.max = max
  }

  get isFull(): boolean {
    return this.running.size >= this.max
  }

  /** A request begins, which the client may cancel, and the server when it can wait no longer. */
  begin(): Cancellation {
    const cancellation = new Cancellation()
    this.running.add(cancellation)
    return cancellation
  }

  end(cancellation: Cancellation): void {
    this.running.delete(cancellation)
    if (this.running.size === 0) this.idle?.()
  }

  /** Waits until all have ended; those that take longer are aborted, and get a moment to say so. */
  async drain(milliseconds: number, partingMs: number): Promise<void> {
    this.isClosing = true
    if (await this.endsWithin(milliseconds)) return
    for (const cancellation of this.running) cancellation.cancel('The server closes.')
    await this.endsWithin(partingMs)
  }

  private endsWithin(milliseconds: number): Promise<boolean> {
    if (this.running.size === 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), milliseconds)
      this.idle = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }
}
