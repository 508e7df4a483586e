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
  let isStopped = false
  let forgotAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()

  async function tend(): Promise<void> {
    await engine.tend(keepMs)
    if (performance.now() - forgotAt < FORGET_MS) return
    forgotAt = performance.now()
    await engine.forgetClaims()
    if (retentionMs !== undefined) await forgetBefore(Date.now() - retentionMs)
  }

  async function forgetBefore(time: number): Promise<void> {
    const isMore = await engine.retain(time)
    if (isMore && !isStopped) await forgetBefore(time)
  }

  async function turn(): Promise<void> {
    await tend().catch(() => undefined)
    if (!isStopped) timer = setTimeout(next, TEND_MS).unref()
  }

  function next(): void {
    round = turn()
  }

  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await round
    },
  }
}
