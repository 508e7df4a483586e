import { DatabaseSync } from '@photostructure/sqlite'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModuleAnswer } from '../module.ts'
import { ownFolder, standingOf } from './own-files.ts'

const PATIENCE_MS = 30_000
const PAUSE_MS = 20

/** Does the work while no other process does such work under this root. The operating system gives the lock back when its owner ends, however it ends. */
export async function whileLocked<T>(root: string, work: () => Promise<ModuleAnswer<T>>): Promise<ModuleAnswer<T>> {
  const folder = ownFolder(root, '.surety')
  if (!folder.ok) return folder
  const file = join(folder.value, 'install.lock')
  if (standingOf(file) === 'linked')
    return {
      ok: false,
      error: { code: 'PATH_REFUSED', message: '.surety/install.lock is a link: remove it, and ask again.' },
    }
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; await pause(PAUSE_MS)) {
    const lock = openLock(file)
    if (lock === undefined) continue
    try {
      return await work()
    } finally {
      lock.close()
    }
  }
  const message = `Another process has been installing modules for ${PATIENCE_MS / 1000} s: wait until it has ended, and ask for a new plan.`
  return { ok: false, error: { code: 'CONFLICT', message } }
}

const BUSY = 5

/** Undefined while somebody else has it. */
function openLock(file: string): { readonly close: () => void } | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY
}
