/** A process that started, and when it has ended; or one that did not. */
type Attempt = { readonly ok: true; readonly process: { readonly ended: Promise<void> } } | { readonly ok: false }

/** Knows which processes run. Of some servers only one can run at once, because of a port or a lock: then each start waits for the one before. */
export class StartLock {
  readonly #running = new Set<Promise<void>>()
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #isOneAtOnce = false

  /** Starts beside whoever runs; where that fails, and somebody does, again when nobody does. */
  async startInTurn<Made extends Attempt>(start: () => Promise<Made>): Promise<Made> {
    if (this.#isOneAtOnce || this.#waiting > 0) return this.#alone(start)
    const others = this.#running.size
    const made = await this.startNow(start)
    return made.ok || others + this.#running.size === 0 ? made : this.#alone(start)
  }

  /** Starts now or not at all: for whoever keeps a process without using it, since others may wait for its end. */
  async startNow<Made extends Attempt>(start: () => Promise<Made>): Promise<Made> {
    const attempt = start()
    const gone = attempt.then(endOf)
    this.#running.add(gone)
    const made = await attempt
    if (made.ok) void gone.then(() => this.#running.delete(gone))
    else this.#running.delete(gone)
    return made
  }

  async #alone<Made extends Attempt>(start: () => Promise<Made>): Promise<Made> {
    const attempt = this.#last.then(() => this.#whenNobodyRuns(start))
    this.#last = attempt.then(endOf)
    this.#waiting += 1
    const made = await attempt
    this.#waiting -= 1
    this.#isOneAtOnce = made.ok
    return made
  }

  async #whenNobodyRuns<Made extends Attempt>(start: () => Promise<Made>): Promise<Made> {
    while (this.#running.size > 0) await Promise.all(this.#running)
    return this.startNow(start)
  }
}

async function endOf(made: Attempt): Promise<void> {
  if (made.ok) await made.process.ended
}
