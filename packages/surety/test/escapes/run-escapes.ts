import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Layers } from '../../src/sandbox/cell.ts'
import { inOtherProcess } from '../other-process.ts'
import { cellOptions, folderWith } from '../run-in-cell.ts'
import type { Escape } from './escape.ts'
import { openLab } from './lab.ts'

interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly setup: string
  /** Why it did not come to its end. */
  readonly error?: string
}

export interface Attempted extends Ran {
  readonly harm: readonly string[]
}

const AT_ONCE = 3
const MAX_MS = 60_000

/** Lets servers try these ways out of cells of one process, and tells what each came to. */
export async function runEscapes(
  escapes: readonly Escape[],
  uid: number,
  layers: Layers,
): Promise<ReadonlyMap<string, Attempted>> {
  const labs = await Promise.all(escapes.map((escape) => openLab(escape, uid)))
  const jobs = escapes.map((escape, index) => {
    const lab = labs[index]
    if (lab === undefined) throw new Error('there is no lab')
    const project = join(lab.project, escape.root?.(lab) ?? '')
    const command = ['/bin/sh', '-c', escape.script(lab), 'sh', ...(escape.args?.(lab) ?? [])]
    const setup = escape.setup === undefined ? {} : { setup: ['/bin/sh', '-c', escape.setup(lab)], setupMs: MAX_MS }
    const options = cellOptions(project, command, { layers, env: escape.env?.(lab) ?? {}, ...setup })
    const around = { HOME: lab.home, PATH: process.env['PATH'], ...escape.around?.(lab) }
    return {
      options: { ...options, cwd: join(project, escape.cwd ?? '') },
      around,
      isWatched: escape.isWatched === true,
    }
  })
  const folder = folderWith({ 'jobs.json': JSON.stringify(jobs) })
  chmodSync(folder, 0o755)
  const [lab] = labs
  try {
    const ran = await inOtherProcess<readonly Ran[]>(body(join(folder, 'jobs.json')), {
      ...(uid !== process.getuid?.() && { uid }),
      env: { HOME: lab?.home ?? '' },
      // What a careless caller leaves open.
      prepare: `exec 5>>${lab?.outside}/marker 6</ 9<>${lab?.outside}/fifo`,
    })
    return new Map(
      escapes.map(({ way, mayEnd }, index) => {
        const { stdout = '', stderr = '', setup = '', error } = ran[index] ?? {}
        const told = stdout + stderr + setup
        const harm = [
          ...(labs[index]?.harm() ?? []),
          ...told.split('\n').filter((line) => line.includes('ESCAPED')),
          ...(told.includes(labs[index]?.secret ?? '') ? ['a secret was told'] : []),
          ...(mayEnd === true || stdout.includes('tried') ? [] : ['it did not try']),
          ...(mayEnd === true || error === undefined ? [] : [error]),
        ]
        return [way, { stdout, stderr, setup, harm }]
      }),
    )
  } finally {
    for (const lab of labs) lab.close()
  }
}

function body(file: string): string {
  return `
    const { readFileSync } = await import('node:fs')
    const { setTimeout: sleep } = await import('node:timers/promises')
    const jobs = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'))
    const results = []
    async function attempt({ options, around, isWatched }) {
      Object.assign(process.env, around)
      const cell = await startCell(options)
      let [stdout, isOver] = ['', false]
      cell.stdout.on('data', (chunk) => (stdout = (stdout + chunk).slice(-10_000)))
      cell.stdin.end()
      const look = async () => {
        // A look that has nothing to read gives no turn to the loop.
        for (; isWatched && !isOver; await sleep(1)) await cell.changes()
        const error = (await cell.exited, await cell.flush(), await cell.changes(), await cell.state(), undefined)
        return { error }
      }
      void cell.exited.then(() => (isOver = true))
      const late = sleep(${MAX_MS}, { error: 'it did not end, or was not looked at, in time' }, { ref: false })
      const { error } = await Promise.race([look(), late])
      const ran = { stdout, stderr: cell.stderr().slice(-5_000), setup: cell.setupOutput().slice(-5_000), error }
      await cell.end()
      return ran
    }
    async function work() {
      for (let index = results.length; index < jobs.length; index = results.length) {
        results.push(undefined)
        results[index] = await attempt(jobs[index]).catch((error) => ({ stdout: '', stderr: '', setup: '', error: error.message }))
      }
    }
    await Promise.all(Array.from({ length: ${AT_ONCE} }, work))
    // Should a look still wait for something, nobody else has to.
    setTimeout(() => process.exit(), 5000).unref()
    return results`
}
