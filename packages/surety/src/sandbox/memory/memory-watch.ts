import { Endings } from './endings.ts'
import type { MemoryFiles } from './memory-files.ts'
import type { Memory } from '../processes/process-facts.ts'
import { forgetPeak, latestPid, memoryOf, processSource, proportionalBytes } from '../processes/process-tree.ts'

const INTERVAL_MS = 25
/** Where processes are only listed, a look takes long. */
const LISTED_INTERVAL_MS = 250
/** Between two searches for new processes: a search costs more than a look, and most find that none was born. */
const SEARCH_MS = 100
/** Not every kernel that says so can be believed, and a search may miss one that moves on meanwhile. */
const SURE_SEARCH_MS = 300
/** Between two searches on a machine that lets this process run. */
const MAX_SILENCE_MS = 250
/** So many births since the last search are looked at at once. */
const MANY_BIRTHS = 100
/** More processes at once than any server needs; one that forks without end would take the machine with it. */
const MAX_PROCESSES = 512

/** What the sandbox's own hold is not counted. */
const NOTHING: Memory = { resident: 0, peak: 0, ofFiles: 0 }

/** What there was too much of. */
export interface Excess {
  readonly of: 'memory' | 'processes'
  readonly amount: number
}

/** Whom to look at. */
export interface Watched {
  /** Those whose memory counts. */
  readonly pids: () => readonly number[]
  /** Those of the sandbox around them. */
  readonly keepers: () => readonly number[]
  readonly files: () => MemoryFiles
}

interface Listener {
  readonly onExcess: (excess: Excess) => void
  /** For so long nobody looked, and there may have been too much. */
  readonly onUnmeasured: (ms: number, cause: 'silence' | 'endings') => void
}

/** Measures a process tree from outside and says when it takes more than it may. */
export class MemoryWatch {
  readonly #watched: Watched
  readonly #limit: number
  readonly #listener: Listener
  readonly #timer: NodeJS.Timeout
  readonly #endings = new Endings()
  #known: readonly number[] = []
  /** The latest process of the machine when those were looked for. */
  #latest: number | undefined
  #fileBytes = 0
  #searchedAt = -Infinity
  #sureAt = -Infinity

  constructor(watched: Watched, limit: number, listener: Listener) {
    this.#watched = watched
    this.#limit = limit
    this.#listener = listener
    this.#timer = setInterval(() => this.look(), processSource() === 'files' ? INTERVAL_MS : LISTED_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Whose memory counts is another question from now on. */
  searchAgain(): void {
    this.#latest = undefined
    this.#sureAt = -Infinity
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  look(): void {
    const at = performance.now()
    const silence = at - this.#searchedAt
    const isTurn = silence >= SEARCH_MS || this.#sureAt === -Infinity
    if (at - this.#sureAt >= SURE_SEARCH_MS) {
      this.#sureAt = at
      this.#latest = undefined
    }
    this.#search(isTurn ? 0 : MANY_BIRTHS)
    const memory = new Map(this.#known.map((pid) => [pid, memoryOf(pid)]))
    const excess = this.#excess([...memory.values()])
    for (const one of excess) this.#listener.onExcess(one)
    if (!isTurn) return
    const cause = this.#mayHaveMissed(silence, memory)
    if (cause !== undefined && excess.length === 0) this.#listener.onUnmeasured(silence, cause)
    for (const pid of this.#known) forgetPeak(pid)
    this.#fileBytes = this.#watched.files().bytes(this.#known)
    this.#searchedAt = at
  }

  #excess(memory: readonly Memory[]): readonly Excess[] {
    const resident = sum(memory, 'resident')
    // Its own pages are nobody else's: what one process has held need not be there any more.
    const alone = Math.max(0, ...memory.map(({ peak, ofFiles }) => peak - ofFiles))
    // At least what is in use: files that are mapped count twice.
    const together = resident + this.#fileBytes > this.#limit ? this.#exact() : 0
    const amount = Math.max(alone, together)
    const processes = this.#known.length
    return [
      ...(amount > this.#limit ? [{ of: 'memory' as const, amount }] : []),
      ...(processes > MAX_PROCESSES ? [{ of: 'processes' as const, amount: processes }] : []),
    ]
  }

  /** Why there may have been too much since the last search, if so. */
  #mayHaveMissed(silence: number, memory: ReadonlyMap<number, Memory>): 'silence' | 'endings' | undefined {
    const keepers = this.#watched.keepers().map((pid) => [pid, NOTHING] as const)
    const ended = this.#endings.since(new Map([...memory, ...keepers]))
    if (!Number.isFinite(silence)) return undefined
    const isLate = silence > MAX_SILENCE_MS
    const held = sum([...memory.values()], 'peak') + this.#fileBytes
    if (isLate && (ended.some || held > this.#limit)) return 'silence'
    return ended.bytes > 0 && held + ended.bytes > this.#limit ? 'endings' : undefined
  }

  /** `births`: how many there must have been. */
  #search(births: number): void {
    const latest = latestPid()
    const born = latest === undefined || this.#latest === undefined ? Infinity : Math.abs(latest - this.#latest)
    if (born <= births) return
    this.#latest = latest
    this.#known = this.#watched.pids()
  }

  /** Pages that are shared count once; telling so is too slow for every look. */
  #exact(): number {
    const pids = this.#watched.pids()
    const files = this.#watched.files()
    const own = pids.map((pid) => (proportionalBytes(pid) ?? memoryOf(pid).resident) - files.mapped(pid))
    return own.reduce((total, bytes) => total + bytes, files.bytes(pids))
  }
}

function sum(memory: readonly Memory[], what: keyof Memory): number {
  return memory.reduce((total, one) => total + one[what], 0)
}
