import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToolHost, defineTool } from '@surety/tool-contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LABS, type Lab } from './engines.test-data.ts'
import { type Store, openStore } from './store.ts'

const ROUNDS = Number(process.env['SURETY_KILLS'] ?? 5)
const WRITER = new URL('../../test/store/crash-writer.mjs', import.meta.url).pathname

describe.each(LABS)('processes that are killed while they write to $engine', ({ start }) => {
  let lab: Lab
  let folder: string

  beforeAll(() => {
    lab = start()
    folder = mkdtempSync(join(tmpdir(), 'surety-crash-'))
  })
  afterAll(() => {
    lab.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it(`lose no call that was answered, spend no approval twice and break no chain, ${ROUNDS} times`, async () => {
    const url = lab.fresh()
    const effects = join(folder, 'effects')
    const answered = new Map<number, string>()
    let heads: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await killedWriter(url, effects, round, answered)
      const store = await openStore(url)
      const verified = await Promise.all(heads.map((head) => store.audit.verify({ head })))
      expect(verified.filter(({ ok }) => !ok)).toEqual([])
      expect(await store.audit.verify()).toMatchObject({ ok: true })
      heads = [...heads, await store.audit.head()]
      await store.close()
    }
    const store = await openStore(url)
    for (const [n, traceId] of answered) {
      const steps = await store.journal.trace(traceId)
      expect({ n, steps }).toMatchObject({ steps: [{ statusCode: 200, outputs: { n } }] })
    }
    const ran = linesOf(effects)
    expect(ran.length).toBeGreaterThan(ROUNDS)
    expect(ran.filter((line, index) => ran.indexOf(line) !== index)).toEqual([])
    await expectEachOnRecord(store, ran)
    await store.close()
  })

  /** Whatever ran is known by its key: how it ended, or that nobody knows; it does not run again. */
  async function expectEachOnRecord(store: Store, ran: readonly string[]): Promise<void> {
    let again = 0
    const fields = { description: 'x', inputSchema: z.object({ n: z.number() }), outputSchema: z.unknown() }
    const write = defineTool({ ...fields, toolName: 'write', capabilities: ['WRITE'] }, () => ++again)
    const host = createToolHost({ tools: [write], journal: store.journal })
    const numbers = ran.filter((line) => line.startsWith('ran ')).map((line) => Number(line.slice(4)))
    await expect
      .poll(() => Promise.all(numbers.map((n) => askAgain(n))), { timeout: 10_000, interval: 500 })
      .not.toContain('CONFLICT')
    const ends = await Promise.all(numbers.map((n) => askAgain(n)))
    expect(ends.filter((end) => end !== 'ok' && end !== 'OUTCOME_UNKNOWN')).toEqual([])
    expect(again).toBe(0)

    async function askAgain(n: number): Promise<string> {
      const outcome = await host.call('write', { n }, { principal: 'ada', idempotencyKey: `k${n}` })
      return outcome.ok ? 'ok' : outcome.error.code
    }
  }
})

async function killedWriter(url: string, effects: string, round: number, answered: Map<number, string>): Promise<void> {
  const child = spawn(process.execPath, [WRITER, url, effects, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await started(child, answered)
  await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 500))
  child.kill('SIGKILL')
  await ended
}

function started(child: ChildProcess, answered: Map<number, string>): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error('The writer ended before it was killed.')))
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const [, n, traceId] = /^acked (\d+) (\w+)$/.exec(line) ?? []
        if (traceId !== undefined) answered.set(Number(n), traceId)
        if (line === 'started') resolve()
      }
    })
  })
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
