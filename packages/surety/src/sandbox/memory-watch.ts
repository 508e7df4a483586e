import { forgetPeak, latestPid, memoryOf, proportionalBytes } from './process-tree.ts'

const INTERVAL_MS = 25
/** Looks between two searches for new processes: a search costs more than a look, and most find that none was born. */
const LOOKS = 4
/** Not every kernel that says so can be believed, and a search may miss one that moves on meanwhile. */
const SURE_LOOKS = 12

/** Measures a process tree from outside and says when it takes more than it may. */
export class MemoryWatch {
  readonly #pids: () => readonly number[]
  readonly #timer: NodeJS.Timeout
  #known: readonly number[] = []
  /** The latest process of the machine when those were looked for. */
  #latest: number | undefined
  #looks = 0
  #peak = 0

  constructor(pids: () => readonly number[], limit: number, onExcess: (bytes: number) => void) {
    this.#pids = pids
    this.#timer = setInterval(() => {
      const bytes = this.#measure() > limit ? this.#exact() : 0
      if (bytes > limit) onExcess(bytes)
    }, INTERVAL_MS)
    this.#timer.unref()
  }

  peakBytes(): number {
    this.#looks = 0
    this.#measure()
    return Math.max(this.#peak, ...this.#pids().map((pid) => memoryOf(pid).peak))
  }

  resetPeak(): void {
    this.#peak = 0
    for (const pid of this.#pids()) forgetPeak(pid)
  }

  /** Whose memory counts is another question from now on. */
  searchAgain(): void {
    this.#looks = 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #measure(): number {
    if (this.#looks % SURE_LOOKS === 0) this.#latest = undefined
    if (this.#looks % LOOKS === 0) this.#search()
    this.#looks += 1
    const resident = this.#known.reduce((sum, pid) => sum + memoryOf(pid).resident, 0)
    this.#peak = Math.max(this.#peak, resident)
    return resident
  }

  #search(): void {
    const latest = latestPid()
    if (latest !== undefined && latest === this.#latest) return
    this.#latest = latest
    this.#known = this.#pids()
  }

  /** Processes that share pages count them once; telling so is too slow for every look. */
  #exact(): number {
    return this.#pids().reduce((sum, pid) => sum + (proportionalBytes(pid) ?? memoryOf(pid).resident), 0)
  }
}
