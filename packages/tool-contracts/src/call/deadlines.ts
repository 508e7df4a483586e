/** Something that runs against time, linked to what began before and after it. */
export interface Deadline {
  previous: Deadline | undefined
  next: Deadline | undefined
  /** When it runs out, by its own clock. */
  readonly endsAt: number
  /** Milliseconds until then. */
  leftMs(): number
  expire(): void
}

type Timer = ReturnType<typeof setTimeout>

/**
 * All that runs under one length of time, watched by one timer: a timer for each call costs more than its checks.
 * A list linked through the members, as a Set's old tables would keep finished calls alive between collections.
 */
export class Watch {
  private first: Deadline | undefined
  private last: Deadline | undefined
  private timer: Timer | undefined

  add(deadline: Deadline): void {
    // Nearly always the last; but who is called by somebody that has not joined yet may come first.
    let previous = this.last
    while (previous !== undefined && previous.endsAt > deadline.endsAt) previous = previous.previous
    const next = previous === undefined ? this.first : previous.next
    deadline.previous = previous
    deadline.next = next
    if (previous === undefined) this.first = deadline
    else previous.next = deadline
    if (next === undefined) this.last = deadline
    else next.previous = deadline
    if (this.timer === undefined || next !== undefined) this.arm(deadline.leftMs())
    else if (this.first === deadline) keepAlive(this.timer, true)
  }

  remove(deadline: Deadline): void {
    const { previous, next } = deadline
    if (previous === undefined && this.first !== deadline) return
    if (previous === undefined) this.first = next
    else previous.next = next
    if (next === undefined) this.last = previous
    else next.previous = previous
    deadline.previous = undefined
    deadline.next = undefined
    if (this.first === undefined && this.timer !== undefined) keepAlive(this.timer, false)
  }

  private arm(delayMs: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.expireDue(), Math.max(1, Math.ceil(delayMs)))
  }

  private expireDue(): void {
    this.timer = undefined
    while (this.first !== undefined) {
      const due = this.first
      const leftMs = due.leftMs()
      if (leftMs > 0) return this.arm(leftMs)
      this.remove(due)
      due.expire()
    }
  }
}

/** By clock, as one clock says nothing about another. */
const watches = new WeakMap<() => number, Map<number, Watch>>()

export function watchOver(lengthMs: number, now: () => number): Watch {
  return watches.get(now)?.get(lengthMs) ?? newWatch(lengthMs, now)
}

function newWatch(lengthMs: number, now: () => number): Watch {
  const byLength = watches.get(now) ?? new Map<number, Watch>()
  watches.set(now, byLength)
  const watch = new Watch()
  byLength.set(lengthMs, watch)
  return watch
}

/** Whether a pending timer keeps its process alive, where there is a process to keep. */
function keepAlive(timer: unknown, alive: boolean): void {
  if (typeof timer !== 'object' || timer === null || !('ref' in timer) || !('unref' in timer)) return
  const { ref, unref } = timer
  const act = alive ? ref : unref
  if (typeof act === 'function') act.call(timer)
}
