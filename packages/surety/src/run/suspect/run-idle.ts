import type { Effect } from '../../judge/effect-evidence.ts'
import { effectKey, effectsOf } from '../evidence/effects.ts'
import type { Profile } from '../plan/profile.ts'
import type { Background } from '../evidence/observe.ts'
import type { ServerUnderTest } from '../call/server-under-test.ts'

export interface Idle {
  /** Effects that go on and on without any call. */
  readonly background: Background
  /** Everything seen, starting included. */
  readonly effects: readonly Effect[]
  /** The server was still busy starting after it had said that it was ready. */
  readonly startsLate: boolean
}

/** Starts the server and calls nothing: what does it do then? */
export async function runIdle(server: ServerUnderTest, profile: Profile, settleMs: number): Promise<Idle> {
  const started = await server.start(profile, 'traced')
  if (!started.ok) return { background: new Set(), effects: [], startsLate: false }
  const { process } = started
  await process.scan()
  await process.settle(settleMs)
  const settledAt = Date.now()
  await process.settle(settleMs)
  await process.leave()
  const effects = effectsOf(process, [])
  await process.end()
  const late = effects.filter(({ at }) => at > settledAt)
  return {
    effects: effects.map(({ thing }) => thing),
    background: new Set(late.map(({ thing }) => effectKey(thing))),
    startsLate: effects.some(({ at }) => at > process.readyAt && at <= settledAt),
  }
}
