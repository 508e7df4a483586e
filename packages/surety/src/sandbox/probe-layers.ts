import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ability, Cell, Layers } from './cell.ts'
import { spyFolder } from './habitat/environment.ts'
import { launcherFile } from './system/launcher.ts'
import { missing, namespaceRefused, tracerRefused } from './system/obstacles.ts'
import { makeScratch, removeScratch } from './scratch.ts'
import { startCell } from './start-cell.ts'

export type Layer = keyof Layers

const WORKS: Ability = { works: true }
const NAMESPACE_TOOLS = ['unshare', 'mount', 'mkfifo']
/** Far more than it takes on a busy machine. */
const TRIAL_MS = 30_000
const MEMORY_BYTES = 256 * 1024 * 1024
/** Ends well if it can write in the project and, when asked, nowhere else. */
const TRIAL = 'echo changed > file || exit 1; [ "$1" = contained ] || exit 0; ! (: > /etc/surety-trial) 2>/dev/null'

/** What this machine allows, found by running a small server in each kind of sandbox; `without` leaves layers out. */
export async function probeLayers({ without = [] }: { readonly without?: readonly Layer[] } = {}): Promise<Layers> {
  if (process.platform !== 'linux') return onLinuxOnly()
  const switchedOff = (layer: Layer) => (without.includes(layer) ? not(`${layer} is switched off`) : undefined)
  const L1 = switchedOff('L1') ?? missing(NAMESPACE_TOOLS, 'util-linux') ?? withoutLauncher() ?? WORKS
  const L2 = switchedOff('L2') ?? missing(['strace', 'mkfifo'], 'strace') ?? WORKS
  const L3 = switchedOff('L3') ?? (existsSync(join(spyFolder(), 'node.mjs')) ? WORKS : not('the spy is not installed'))
  const together = await failure(L1, L2)
  if (together === undefined) return { L1, L2, L3 }
  // Which of the two it was shows when each is tried alone.
  const [namespace, tracer] = await Promise.all([failure(L1, not('')), failure(not(''), L2)])
  if (namespace !== undefined)
    return { L1: namespaceRefused(namespace), L2: tracer === undefined ? L2 : tracerRefused(tracer), L3 }
  return { L1, L2: tracerRefused(tracer ?? together), L3 }
}

/** Why a server does not run, or is not seen or stopped, with these layers; undefined if all is well. */
async function failure(L1: Ability, L2: Ability): Promise<string | undefined> {
  if (!L1.works && !L2.works) return undefined
  const project = makeScratch([])
  writeFileSync(join(project, 'file'), 'original')
  const layers = { L1, L2, L3: not('') }
  let cell: Cell | undefined
  try {
    cell = await startTrial(project, layers)
    return await trialFailure(cell, project, layers)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await cell?.end()
    await removeScratch(project)
  }
}

function startTrial(project: string, layers: Layers): Promise<Cell> {
  return startCell({
    layers,
    project,
    cwd: project,
    command: ['/bin/sh', '-c', TRIAL, 'sh', layers.L1.works ? 'contained' : 'copied'],
    env: {},
    network: false,
    memoryBytes: MEMORY_BYTES,
    trace: true,
    spy: false,
  })
}

async function trialFailure(cell: Cell, project: string, layers: Layers): Promise<string | undefined> {
  const exit = await Promise.race([cell.exited, sleep(TRIAL_MS, undefined, { ref: false })])
  if (exit === undefined) return `the trial did not end within ${TRIAL_MS / 1000} s`
  const { code } = exit
  await cell.flush()
  if (code !== 0) return `the trial ended with ${code}: ${cell.stderr().trim()}`
  if (readFileSync(join(project, 'file'), 'utf8') !== 'original') return 'a write reached the real folder'
  if (layers.L2.works && !cell.sightings.some(({ kind }) => kind === 'write')) return 'a write was not seen'
  return undefined
}

function withoutLauncher(): Ability | undefined {
  return launcherFile() === undefined
    ? not(`there is no launcher for ${process.arch}, only for x64 and arm64`)
    : undefined
}

function onLinuxOnly(): Layers {
  const ability = not(`the sandbox needs Linux; this is ${process.platform}`)
  return { L1: ability, L2: ability, L3: existsSync(join(spyFolder(), 'node.mjs')) ? WORKS : ability }
}

function not(reason: string): Ability {
  return { works: false, reason, enable: undefined }
}
