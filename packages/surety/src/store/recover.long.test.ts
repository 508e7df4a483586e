import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LABS, type Lab, hostOn } from './engines.test-data.ts'
import { openStore } from './store.ts'

const SLOW = new URL('../../test/store/slow-writer.mjs', import.meta.url).pathname
/** Longer than a writer that lost its connection is waited for. */
const LONG_MS = 7000

describe.each(LABS)('a call that was under way on $engine', ({ start }) => {
  let lab: Lab
  let child: ChildProcess | undefined

  beforeAll(() => {
    lab = start()
  })
  afterEach(() => void child?.kill('SIGKILL'))
  afterAll(() => lab.end())

  it('is left alone while its process lives, and closed as of unknown outcome once it has ended', async () => {
    const url = lab.fresh()
    child = spawn(process.execPath, [SLOW, url], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(child.stdout ?? child, 'data')
    const traceId = String(said)
    child.kill('SIGSTOP')
    const store = await openStore(url)
    await new Promise((resolve) => setTimeout(resolve, LONG_MS))
    expect(await store.journal.trace(traceId)).toEqual([])
    child.kill('SIGKILL')
    await expect
      .poll(() => store.journal.trace(traceId), { timeout: 10_000, interval: 200 })
      .toMatchObject([
        { toolName: 'slow', principal: 'ada', code: 'OUTCOME_UNKNOWN', stage: 'execute', statusCode: 504, index: 0 },
      ])
    expect(await store.audit.verify()).toMatchObject({ ok: true, steps: 1 })
    expect(await hostOn(store).call('write', { text: 'x' })).toMatchObject({ ok: true })
    await store.close()
  })
})
