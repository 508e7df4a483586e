/** What a store costs: batches against single steps, and one trace out of many, on both engines in one run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from 'surety/store'
import { startPostgres } from './postgres.js'

const STEPS = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'surety-bench-'))

const opening = {
  role: undefined,
  parentStepId: undefined,
  toolName: 'echo',
  input: { text: 'x'.repeat(100) },
  inputBytes: 120,
  sensitive: [],
}
const closing = {
  result: /** @type {const} */ ({ ok: true, value: { text: 'x'.repeat(100) } }),
  outputBytes: 120,
  secrets: [],
  sensitive: [],
  statusCode: 200,
  durationMs: 1,
  operations: [],
  violations: [],
  enforced: undefined,
  attempts: 1,
  replayOf: undefined,
  interim: false,
}
let made = 0

/** One step that is waited for. @param {import('surety/store').Store} store @param {string} traceId */
async function step(store, traceId) {
  const stepId = (++made).toString(16).padStart(32, '0')
  const opened = await store.journal.open({ ...opening, stepId, traceId, principal: 'ada', changes: true })
  await opened.close({ ...closing, endedAt: Date.now() })
}

/** Steps per second. @param {number} count @param {(index: number) => Promise<void>} work */
async function rate(count, work) {
  const begun = performance.now()
  await work(count)
  return (count / (performance.now() - begun)) * 1000
}

/** @param {string} engine @param {string} url */
async function measure(engine, url) {
  const store = await openStore(url)
  const single = await rate(300, async (count) => {
    for (let done = 0; done < count; done += 1) await step(store, 'single')
  })
  const batched = await rate(15_000, async (count) => {
    for (let done = 0; done < count; done += 50)
      await Promise.all(Array.from({ length: 50 }, () => step(store, 'batched')))
  })
  const free = await rate(15_000, async (count) => {
    for (let done = 0; done < count; done += 2500) {
      readSteps(store, 2500, 'free')
      await store.journal.steps({ traceId: 'free', principal: 'ada', limit: 1 })
    }
  })
  console.log(
    `${engine}: single steps ${single.toFixed(0)}/s, 50 at once ${batched.toFixed(0)}/s = ${(batched / single).toFixed(1)}× (goal 15×); nobody waits ${free.toFixed(0)}/s = ${(free / single).toFixed(1)}×`,
  )
  await fill(store)
  const { traceId } = trace(STEPS / 2)
  const times = []
  for (let look = 0; look < 50; look += 1) {
    const begun = performance.now()
    await store.journal.steps({ traceId, principal: 'ada' })
    times.push(performance.now() - begun)
  }
  const sorted = times.slice(10).toSorted((a, b) => a - b)
  console.log(
    `${engine}: one trace of 10 steps out of ${STEPS}: median ${(sorted[20] ?? 0).toFixed(2)} ms, slowest of 40 ${(sorted[39] ?? 0).toFixed(2)} ms (goal 5)`,
  )
  await store.close()
}

/** @param {number} index */
const trace = (index) => ({ traceId: `t${Math.floor(index / 10)}` })

/** @param {import('surety/store').Store} store */
async function fill(store) {
  for (let done = 0; done < STEPS; done += 5000) {
    for (let index = done; index < done + 5000; index += 10) readSteps(store, 10, trace(index).traceId)
    await store.journal.steps({ traceId: 'none' })
  }
}

/** @param {import('surety/store').Store} store @param {number} count @param {string} traceId */
function readSteps(store, count, traceId) {
  for (let done = 0; done < count; done += 1) {
    const stepId = (++made).toString(16).padStart(32, '0')
    const opened = store.journal.open({ ...opening, stepId, traceId, principal: 'ada', changes: false })
    if (!('then' in opened)) void opened.close({ ...closing, endedAt: Date.now() })
  }
}

await measure('SQLite', `sqlite:${join(folder, 'surety.db')}`)
const server = startPostgres()
if (server === undefined) console.log('PostgreSQL: not on this machine')
else await measure('PostgreSQL', server.url).finally(server.stop)
rmSync(folder, { recursive: true, force: true })
