import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onExit } from './system/on-exit.ts'
import { isOwnerGone, ownerMark } from './system/owner.ts'
import { OWN_ENVIRONMENT, required } from './system/programs.ts'
import { namesIn } from './files/tree-entry.ts'
import { isUnder } from './files/trees.ts'

const OVERLAY_MAGIC = 0x794c7630

/** `surety-cell-<owner>-<by chance>` */
const PREFIX = 'surety-cell-'
const NAMED = /^surety-cell-(.+)-[^-]{6}$/

const kept = new Map<string, () => void>()
let hasCleared = false

/**
 * A folder of the sandbox's own, on a file system that can hold an overlay's layers and outside what they cover.
 * It does not outlive this process, and what a process left behind that was killed goes with the next.
 */
export function makeScratch(covered: readonly string[]): string {
  const parents = [tmpdir(), '/var/tmp', '/dev/shm'].filter((folder) => isUsable(folder))
  if (!hasCleared) void clearAbandoned(parents)
  hasCleared = true
  const parent = parents.find((folder) => holdsLayers(folder) && !covered.some((path) => isUnder(folder, path)))
  const owner = ownerMark()
  const mark = owner === undefined ? '' : `${owner}-`
  const scratch = mkdtempSync(join(realpathSync(parent ?? parents[0] ?? tmpdir()), `${PREFIX}${mark}`))
  kept.set(
    scratch,
    onExit(() => removeTree(scratch)),
  )
  return scratch
}

/** Not at once: where something was mounted, the kernel takes its time. */
export async function removeScratch(scratch: string): Promise<void> {
  await rm(scratch, { recursive: true, force: true }).catch(() => removeTree(scratch))
  // What cannot be removed now is tried once more in the end.
  if (existsSync(scratch)) return
  kept.get(scratch)?.()
  kept.delete(scratch)
}

/** Removes the folders of runs that were killed. @internal */
export async function clearAbandoned(parents: readonly string[]): Promise<void> {
  for (const folder of parents.flatMap(abandonedIn)) {
    await rm(folder, { recursive: true, force: true }).catch(() => removeTree(folder))
  }
}

function abandonedIn(parent: string): readonly string[] {
  return (namesIn(parent) ?? [])
    .filter((name) => isOwnerGone(NAMED.exec(name)?.[1] ?? ''))
    .map((name) => join(parent, name))
    .filter(isOurs)
}

/** As `mkdtemp` made it: a folder and no link, of this user, and for nobody else. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}

/** Whatever modes, and however long paths, the server left behind. */
function removeTree(scratch: string): void {
  try {
    rmSync(scratch, { recursive: true, force: true })
  } catch {
    spawnSync(required('chmod'), ['-R', 'u+rwx', '--', scratch], { env: OWN_ENVIRONMENT })
    spawnSync(required('rm'), ['-rf', '--', scratch], { env: OWN_ENVIRONMENT })
  }
}

function isUsable(folder: string): boolean {
  try {
    return lstatSync(folder).isDirectory() || realpathSync(folder) !== ''
  } catch {
    return false
  }
}

function holdsLayers(folder: string): boolean {
  return statfsSync(folder).type !== OVERLAY_MAGIC
}
