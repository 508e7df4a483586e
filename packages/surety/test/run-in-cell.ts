import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Ability, Cell, CellOptions, Exit, Layers, Sighting, TreeChange, TreeState } from '../src/sandbox/cell.ts'
import { startCell } from '../src/sandbox/start-cell.ts'

const ON: Ability = { works: true }
const OFF: Ability = { works: false, reason: 'not in this test', enable: undefined }

export const FULL: Layers = { L1: ON, L2: ON, L3: OFF }
export const UNTRACED: Layers = { L1: ON, L2: OFF, L3: OFF }
export const UNCONTAINED: Layers = { L1: OFF, L2: ON, L3: OFF }
export const BARE: Layers = { L1: OFF, L2: OFF, L3: OFF }

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly exit: Exit
  readonly sightings: readonly Sighting[]
  readonly changes: readonly TreeChange[]
  readonly state: TreeState
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder with these files, gone after the tests. */
export function folderWith(files: Readonly<Record<string, string>>, parent: string = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'surety-test-')))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

export function cellOptions(project: string, command: readonly string[], more: Partial<CellOptions> = {}): CellOptions {
  const memoryBytes = 1024 ** 3
  return {
    layers: FULL,
    project,
    cwd: project,
    command,
    env: {},
    network: false,
    memoryBytes,
    trace: true,
    spy: false,
    ...more,
  }
}

/** Runs a command to its end in a cell and tells what came of it. */
export async function runInCell(options: CellOptions): Promise<Ran> {
  const cell = await startCell(options)
  try {
    let stdout = ''
    cell.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    cell.stdin.end()
    const exit = await cell.exited
    await cell.flush()
    const changes = await cell.changes()
    return { stdout, stderr: cell.stderr(), exit, sightings: [...cell.sightings], changes, state: await cell.state() }
  } finally {
    await cell.end()
  }
}

/** Runs a shell script in a project with these files. */
export function runScript(
  script: string,
  files: Readonly<Record<string, string>> = {},
  more: Partial<CellOptions> = {},
): Promise<Ran> {
  return runInCell(cellOptions(folderWith(files), ['/bin/sh', '-c', script], more))
}

/** Waits until the server has printed this. */
export function printed(cell: Cell, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const listen = (chunk: Buffer) => {
      heard += chunk.toString()
      if (!heard.includes(text)) return
      cell.stdout.off('data', listen)
      resolve(heard)
    }
    cell.stdout.on('data', listen)
    void cell.exited.then((exit) => reject(new Error(`it ended: ${JSON.stringify(exit)} ${heard} ${cell.stderr()}`)))
  })
}

/** The sightings of files, in short: `write project a.txt`. */
export function inShort(sightings: readonly Sighting[]): readonly string[] {
  return sightings.flatMap((sighting) => {
    if (sighting.kind === 'connect') return `connect ${sighting.target}${sighting.refused ? ' refused' : ''}`
    if (sighting.kind === 'process') return `process ${sighting.command}${sighting.detached ? ' detached' : ''}`
    if (!('place' in sighting)) return []
    const notes = (sighting.refused ? ' refused' : '') + (sighting.existed ? '' : ' new')
    return `${sighting.kind} ${sighting.place} ${sighting.path}${notes}`
  })
}
