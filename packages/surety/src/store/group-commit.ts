import type { Lost } from './append.ts'
import { RowError } from './database.ts'
import type { Entry } from './entry.ts'

interface Waiting {
  readonly kind: Entry['kind']
  readonly stepId: string
  /** Made when it is stored: most calls have ended by then, and what they began with need not be. */
  readonly entry: () => Entry
  readonly settle: { readonly stored: () => void; readonly failed: (error: Error) => void } | undefined
}

/** How long an entry that nobody waits for may stay in memory, and how many of them. */
const DELAY_MS = 20
const ROWS = 50
const RETRY_MS = 250
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
  private isStopped = false
  private failure: Error | undefined
  /** How many entries were told, and how many of them are done with. */
  private told = 0
  private done = 0
  private watchers: (() => void)[] = []
  private readonly append: (entries: readonly Entry[]) => Promise<Lost>

  constructor(append: (entries: readonly Entry[]) => Promise<Lost>) {
    this.append = append
  }

  /** Throws where a call that begins now could not be recorded. */
  assertReady(): void {
    if (this.isStopped) throw new Error('the store is closed')
    if (this.failure !== undefined) throw unavailable(this.failure)
    if (this.waiting.length > MAX_WAITING) throw new Error('the store cannot keep up; try again later')
  }

  /** Stores it sooner or later. */
  add(kind: Entry['kind'], stepId: string, entry: () => Entry): void {
    if (!this.isStopped) this.tell({ kind, stepId, entry, settle: undefined })
  }

  /** Resolves once it is stored; rejects where it is not, or not yet. */
  store(kind: Entry['kind'], stepId: string, entry: () => Entry): Promise<void> {
    if (this.isStopped) return Promise.reject(new Error('the store is closed'))
    return new Promise((stored, failed) => this.tell({ kind, stepId, entry, settle: { stored, failed } }))
  }

  /** Resolves once everything that was told so far is stored; rejects where it cannot be. */
  async flush(): Promise<void> {
    const upTo = this.told
    while (this.failure === undefined && this.done < upTo) {
      const changed = new Promise<void>((resolve) => this.watchers.push(resolve))
      void this.run()
      await changed
    }
    if (this.failure !== undefined) throw unavailable(this.failure)
  }

  /** Nothing is taken or tried again after this. */
  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
    for (const { settle } of this.waiting.splice(0))
      settle?.failed(new Error('the store was closed before it was written'))
  }

  private tell(one: Waiting): void {
    this.waiting.push(one)
    this.told += 1
    this.schedule()
  }

  private schedule(): void {
    if (this.isBusy || this.isStopped || this.failure !== undefined) return
    const isUrgent = this.waiting.length >= ROWS || this.waiting.some(({ settle }) => settle !== undefined)
    if (isUrgent) void this.run()
    else this.timer ??= setTimeout(() => void this.run(), DELAY_MS)
  }

  private async run(): Promise<void> {
    if (this.isBusy || this.isStopped) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.isBusy = true
    const batch = this.waiting.splice(0, MAX_BATCH)
    const failed = await this.storeAll(batch)
    this.isBusy = false
    this.done += batch.length - failed.length
    if (failed.length > 0) this.keep(failed)
    for (const watch of this.watchers.splice(0)) watch()
    if (this.waiting.length > 0) this.schedule()
  }

  /** Those that could not be stored because the store is down. An entry that no store could take keeps no other from being stored. */
  private async storeAll(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    try {
      const lost = new Set(await this.append(entriesOf(batch)))
      this.failure = undefined
      for (const one of batch) settle(one, lost)
      return []
    } catch (error) {
      if (!(error instanceof RowError)) {
        this.failure = error instanceof Error ? error : new Error(String(error))
        return batch
      }
      if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2)
        const first = await this.storeAll(batch.slice(0, middle))
        return [...first, ...(await this.storeAll(batch.slice(middle)))]
      }
      for (const one of batch) refuse(one, error)
      return []
    }
  }

  /** Nothing is acknowledged. What has happened is told again later; a call that was refused for this has not. */
  private keep(failed: readonly Waiting[]): void {
    const failure = unavailable(this.failure ?? new Error('for a reason that is not known'))
    const kept = failed.map((one): Waiting => {
      if (one.settle === undefined) return one
      one.settle.failed(failure)
      const { stepId } = one
      if (one.kind !== 'open') return { ...one, settle: undefined }
      return { kind: 'abandon', stepId, settle: undefined, entry: () => ({ kind: 'abandon', stepId }) }
    })
    // Calls that came while the batch was under way would wait for a store that is down.
    const isNewCall = ({ kind, settle }: Waiting): boolean => kind === 'open' && settle !== undefined
    const refused = this.waiting.filter(isNewCall)
    for (const { settle } of refused) settle?.failed(failure)
    this.done += refused.length
    this.waiting = [...kept, ...this.waiting.filter((one) => !isNewCall(one))]
    if (!this.isStopped) this.timer = setTimeout(() => void this.run(), RETRY_MS).unref()
  }
}

function settle({ settle, kind, stepId }: Waiting, lost: ReadonlySet<string>): void {
  const isLost = kind === 'close' && lost.has(stepId)
  if (isLost) settle?.failed(new Error('this process was taken for dead, and the call recorded as of unknown outcome'))
  else settle?.stored()
}

function refuse({ settle, stepId }: Waiting, error: Error): void {
  if (settle !== undefined) return settle.failed(new Error('the store cannot take it', { cause: error }))
  process.emitWarning(`Step ${stepId} could not be recorded: ${error.message}`, 'SuretyWarning')
}

/** Callers need not know where the store is, or what its driver says; the cause tells operators. */
function unavailable(cause: Error): Error {
  return new Error('the store is not available', { cause })
}

/** The last that is told of each step, at the place of the first: what began and ended in one batch began nowhere else. */
function entriesOf(batch: readonly Waiting[]): Entry[] {
  const last = new Map<string, Waiting>()
  for (const one of batch) last.set(one.stepId, one)
  return [...last.values()].map(({ entry }) => entry())
}
