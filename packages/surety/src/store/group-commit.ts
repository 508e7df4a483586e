import type { Lost } from './append.ts'
import type { Entry } from './entry.ts'

interface Waiting {
  /** Made when it is stored: most calls have ended by then, and what they began with need not be. */
  readonly entry: () => Entry
  readonly stepId: string
  readonly kind: Entry['kind']
  readonly settle: { readonly stored: () => void; readonly failed: (error: Error) => void } | undefined
}

export interface GroupCommitOptions {
  /** How long an entry that nobody waits for may stay in memory. */
  readonly delayMs: number
  /** So many entries are not kept waiting. */
  readonly rows: number
  readonly retryMs: number
}

const DEFAULTS: GroupCommitOptions = { delayMs: 20, rows: 50, retryMs: 250 }
const MAX_BATCH = 500
const MAX_WAITING = 10_000

/**
 * Stores entries together: at once where somebody waits and nothing is under way, else with those that came meanwhile. While the
 * store is down nothing new is taken, and what has happened is kept and tried again.
 */
export class GroupCommit {
  private waiting: Waiting[] = []
  private timer: NodeJS.Timeout | undefined
  private isBusy = false
  private failure: Error | undefined
  private idle: (() => void)[] = []
  private readonly append: (entries: readonly Entry[]) => Promise<Lost>
  private readonly options: GroupCommitOptions

  constructor(append: (entries: readonly Entry[]) => Promise<Lost>, options: Partial<GroupCommitOptions> = {}) {
    this.append = append
    this.options = { ...DEFAULTS, ...options }
  }

  /** Throws where a call that begins now could not be recorded. */
  assertReady(): void {
    if (this.failure !== undefined) throw new Error(`the store is not available: ${this.failure.message}`)
    if (this.waiting.length > MAX_WAITING) throw new Error('the store cannot keep up; try again later')
  }

  /** Stores it sooner or later. */
  add(kind: Entry['kind'], stepId: string, entry: () => Entry): void {
    this.waiting.push({ kind, stepId, entry, settle: undefined })
    this.schedule()
  }

  /** Resolves once it is stored; rejects where it is not, or not yet. */
  store(kind: Entry['kind'], stepId: string, entry: () => Entry): Promise<void> {
    return new Promise((stored, failed) => {
      this.waiting.push({ kind, stepId, entry, settle: { stored, failed } })
      this.schedule()
    })
  }

  /** Resolves once everything that was told so far is stored; rejects where it cannot be. */
  async flush(): Promise<void> {
    while (this.failure === undefined && (this.waiting.length > 0 || this.isBusy)) {
      await new Promise<void>((resolve) => {
        this.idle.push(resolve)
        void this.run()
      })
    }
    if (this.failure !== undefined) throw this.failure
  }

  /** Nothing is taken or tried again after this. */
  stop(): void {
    clearTimeout(this.timer)
    this.failure = new Error('it is closed')
  }

  private schedule(): void {
    if (this.isBusy || this.failure !== undefined) return
    const isUrgent = this.waiting.length >= this.options.rows || this.waiting.some(({ settle }) => settle !== undefined)
    if (isUrgent) void this.run()
    else this.timer ??= setTimeout(() => void this.run(), this.options.delayMs)
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.isBusy) return
    this.isBusy = true
    const batch = this.waiting.splice(0, MAX_BATCH)
    try {
      await this.storeAll(batch)
      this.failure = undefined
    } catch (error) {
      this.fail(batch, error instanceof Error ? error : new Error(String(error)))
    }
    this.isBusy = false
    for (const done of this.idle.splice(0)) done()
    if (this.waiting.length > 0) this.schedule()
  }

  private async storeAll(batch: readonly Waiting[]): Promise<void> {
    const lost = new Set(await this.append(entriesOf(batch)))
    for (const { settle, kind, stepId } of batch) {
      const isLost = kind === 'close' && lost.has(stepId)
      if (isLost)
        settle?.failed(new Error('this process was taken for dead, and the call recorded as of unknown outcome'))
      else settle?.stored()
    }
  }

  /** Nothing is acknowledged. What has happened is told again later; a call that was refused for this has not. */
  private fail(batch: readonly Waiting[], failure: Error): void {
    this.failure = failure
    const kept = batch.map((one): Waiting => {
      if (one.settle === undefined) return one
      one.settle.failed(failure)
      const { stepId } = one
      if (one.kind !== 'open') return { ...one, settle: undefined }
      return { kind: 'abandon', stepId, settle: undefined, entry: () => ({ kind: 'abandon', stepId }) }
    })
    this.waiting = [...kept, ...this.waiting]
    this.refuseNewCalls(failure)
    this.timer = setTimeout(() => void this.run(), this.options.retryMs).unref()
  }

  /** Calls that came while the batch was under way wait for a store that is down. */
  private refuseNewCalls(failure: Error): void {
    this.waiting = this.waiting.filter(({ kind, settle }) => {
      if (kind !== 'open' || settle === undefined) return true
      settle.failed(failure)
      return false
    })
  }
}

/** The last that is told of each step, at the place of the first: what began and ended in one batch began nowhere else. */
function entriesOf(batch: readonly Waiting[]): Entry[] {
  const last = new Map<string, Waiting>()
  for (const one of batch) last.set(one.stepId, one)
  return [...last.values()].map(({ entry }) => entry())
}
