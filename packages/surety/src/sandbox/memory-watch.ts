import type { MemoryFiles } from './memory-files.ts'
import { forgetPeak, latestPid, memoryOf, proportionalBytes } from './process-tree.ts'

const INTERVAL_MS = 25
/** Looks between two searches for new processes: a search costs more than a look, and most find that none was born. */
const LOOKS = 4
/** Not every kernel that says so can be believed, and a search may miss one that moves on meanwhile. */
const SURE_LOOKS = 12
/** So many births since the last search are looked at at once. */
const MANY_BIRTHS = 100
/** More processes at once than any server needs; one that forks without end would take the machine with it. */
const MAX_PROCESSES = 512

/** What there was too much of. */
export interface Excess {
  readonly of: 'memory' | 'processes'
  readonly amount: number
}

/** Measures a process tree from outside and says when it takes more than it may. */
export class MemoryWatch {
  readonly #pids: () => readonly number[]
  readonly #files: () => MemoryFiles
  readonly #timer: NodeJS.Timeout
  #known: readonly number[] = []
  /** The latest process of the machine when those were looked for. */
  #latest: number | undefined
  #fileBytes = 0
  #looks = 0
  #peak = 0

  constructor(
    pids: () => readonly number[],
    files: () => MemoryFiles,
    limit: number,
    onExcess: (excess: Excess) => void,
  ) {
    this.#pids = pids
    this.#files = files
    this.#timer = setInterval(() => {
      const bytes = this.#measure() > limit ? this.#exact() : 0
      if (bytes > limit) onExcess({ of: 'memory', amount: bytes })
      if (this.#known.length > MAX_PROCESSES) onExcess({ of: 'processes', amount: this.#known.length })
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

  /** At least what is in use: files that are mapped count twice. */
  #measure(): number {
    if (this.#looks % SURE_LOOKS === 0) this.#latest = undefined
    const isTurn = this.#looks % LOOKS === 0
    this.#search(isTurn ? 0 : MANY_BIRTHS)
    if (isTurn) this.#fileBytes = this.#files().bytes(this.#known)
    this.#looks += 1
    const resident = this.#known.reduce((sum, pid) => sum + memoryOf(pid).resident, 0)
    this.#peak = Math.max(this.#peak, resident)
    return resident + this.#fileBytes
  }

  /** `births`: how many there must have been. */
  #search(births: number): void {
    const latest = latestPid()
    const born = latest === undefined || this.#latest === undefined ? Infinity : Math.abs(latest - this.#latest)
    if (born <= births) return
    this.#latest = latest
    this.#known = this.#pids()
  }

  /** Pages that are shared count once; telling so is too slow for every look. */
  #exact(): number {
    const pids = this.#pids()
    const files = this.#files()
    const own = pids.map((pid) => (proportionalBytes(pid) ?? memoryOf(pid).resident) - files.mapped(pid))
    return own.reduce((sum, bytes) => sum + bytes, files.bytes(pids))
  }
}
