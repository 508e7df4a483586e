interface Waiting {
  readonly enter: () => void
  readonly fail: (reason: unknown) => void
}

/** Lets so many work at once; the others wait for one of them to leave. */
export class Queue {
  private readonly capacity: number
  private readonly waiting: Waiting[] = []
  /** Fewer than the capacity, for a while, after somebody found no room. */
  private room: number
  private cramped = -Infinity
  private inside = 0

  constructor(capacity: number) {
    this.capacity = capacity
    this.room = capacity
  }

  /** Tells whether it had to wait. */
  async enter(place: 'first' | 'last'): Promise<boolean> {
    if (this.hasRoom()) {
      this.inside += 1
      return false
    }
    await new Promise<void>((enter, fail) => {
      if (place === 'first') this.waiting.unshift({ enter, fail })
      else this.waiting.push({ enter, fail })
    })
    return true
  }

  leave(): void {
    this.inside -= 1
    while (this.waiting.length > 0 && this.hasRoom()) {
      this.inside += 1
      this.waiting.shift()?.enter()
    }
  }

  /** Whoever calls it is inside and finds no room there. False where nobody else is inside, whose leaving would make some. */
  shrink(): boolean {
    if (this.inside <= 1) return false
    this.room = this.inside - 1
    this.cramped = performance.now()
    return true
  }

  failWaiting(reason: unknown): void {
    for (const { fail } of this.waiting.splice(0)) fail(reason)
  }

  private hasRoom(): boolean {
    if (performance.now() - this.cramped > CRAMPED_MS) this.room = this.capacity
    return this.inside < this.room
  }
}

/** After so long there may be more room than there was. */
const CRAMPED_MS = 1000
