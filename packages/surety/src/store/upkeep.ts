import type { Engine } from './engine.ts'

export interface Upkeep {
  readonly stop: () => Promise<void>
}

interface UpkeepOptions {
  readonly keepMs: number
  readonly retentionMs: number | undefined
}

const TEND_MS = 2000
const FORGET_MS = 60_000

/** What a store does from time to time. What fails is tried again the next time: calls notice for themselves that a store is down. */
export function startUpkeep(engine: Engine, { keepMs, retentionMs }: UpkeepOptions): Upkeep {
  const stopped = new AbortController()
  let forgotAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()

  async function tend(): Promise<void> {
    await engine.tend(keepMs)
    if (performance.now() - forgotAt < FORGET_MS) return
    forgotAt = performance.now()
    await engine.forgetClaims()
    if (retentionMs === undefined) return
    let isMore = true
    while (isMore && !stopped.signal.aborted) isMore = await engine.retain(retentionMs)
  }

  async function turn(): Promise<void> {
    await tend().catch(() => undefined)
    if (!stopped.signal.aborted) timer = setTimeout(next, TEND_MS).unref()
  }

  function next(): void {
    round = turn()
  }

  next()
  return {
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      await round
    },
  }
}
