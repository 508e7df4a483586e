import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { find } from '../../../../test/machine.ts'
import { cellOptions, folderWith, inShort } from '../../test/run-in-cell.ts'
import { startCell } from './start-cell.ts'

/** The tracer of the one cell whose server has this word among its arguments. */
function tracerOf(word: string): number {
  const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && isTracer(entry, word))
  if (pid === undefined) throw new Error('There is no such tracer.')
  return Number(pid)
}

function isTracer(pid: string, word: string): boolean {
  try {
    const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return program.endsWith('strace') && words.includes(word)
  } catch {
    return false
  }
}

describe.skipIf(find('strace') === undefined)('what the server did up to now', () => {
  it('is waited for where the tracer gets no processor for two seconds', async () => {
    const project = folderWith({})
    const word = `starved-${process.pid}`
    const script = 'echo ready; read go; echo answer; echo 1 > late.txt; read end'
    const cell = await startCell(cellOptions(project, ['/bin/sh', '-c', script, word]))
    try {
      const hear = (): Promise<unknown> => new Promise((heard) => void cell.stdout.once('data', heard))
      await hear()
      const tracer = tracerOf(word)
      const answered = hear()
      // The answer passes a tracer that sleeps; the file waits for it.
      process.kill(tracer, 'SIGSTOP')
      cell.stdin.write('go\n')
      await answered
      const later = sleep(2000).then(() => process.kill(tracer, 'SIGCONT'))
      await sleep(200)
      await cell.flush()
      expect(inShort(cell.sightings)).toContain('write project late.txt new')
      await later
    } finally {
      await cell.end()
    }
  })

  it('is not waited for where the server never rests, nor where a child of it is stopped', async () => {
    const script = `sh -c 'kill -STOP $$' & while :; do :; done`
    const cell = await startCell(cellOptions(folderWith({}), ['/bin/sh', '-c', script]))
    try {
      const begun = performance.now()
      await cell.flush()
      expect(performance.now() - begun).toBeLessThan(10_000)
    } finally {
      await cell.end()
    }
  })
})
