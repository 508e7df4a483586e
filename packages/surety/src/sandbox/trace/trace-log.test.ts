import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openFifos } from '../system/fifo.ts'
import { TraceLog } from './trace-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-trace-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a line that never ends is not kept, and the lines after it are read', async () => {
  const { log } = await openFifos(folder)
  const lines: string[] = []
  const trace = new TraceLog(
    log,
    (line) => lines.push(line),
    () => undefined,
  )
  const script = String.raw`head -c 8000000 /dev/zero | tr '\0' x; printf '\n1 2.0 exit_group(0) = ?\n'`
  await once(spawn('/bin/sh', ['-c', script], { stdio: ['ignore', log.inner, 'ignore'] }), 'exit')
  await trace.drained()
  expect(trace.bytes).toBeLessThan(2_000_000)
  expect(lines.at(-1)).toBe('1 2.0 exit_group(0) = ?')
  trace.close()
})
