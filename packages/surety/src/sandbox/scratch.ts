import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onExit } from './last-resort.ts'
import { required } from './programs.ts'
import { isUnder } from './trees.ts'

const OVERLAY_MAGIC = 0x794c7630

const kept = new Map<string, () => void>()

/**
 * A folder of the sandbox's own, on a file system that can hold an overlay's layers and outside what they cover.
 * It does not outlive this process.
 */
export function makeScratch(covered: readonly string[]): string {
  const parents = [tmpdir(), '/var/tmp', '/dev/shm'].filter((folder) => isUsable(folder))
  const parent = parents.find((folder) => holdsLayers(folder) && !covered.some((path) => isUnder(folder, path)))
  const scratch = mkdtempSync(join(realpathSync(parent ?? parents[0] ?? tmpdir()), 'surety-cell-'))
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

/** Whatever modes, and however long paths, the server left behind. */
function removeTree(scratch: string): void {
  try {
    rmSync(scratch, { recursive: true, force: true })
  } catch {
    spawnSync(required('chmod'), ['-R', 'u+rwx', '--', scratch])
    spawnSync(required('rm'), ['-rf', '--', scratch])
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
