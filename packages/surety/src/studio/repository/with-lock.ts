import { DatabaseSync } from '@photostructure/sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

export interface Patience {
  /** How long to wait for other processes. */
  readonly waitMs: number
  readonly signal?: AbortSignal | undefined
}

/** Nobody else let go of the lock in time: the action was not begun. */
export class LockTimeout extends Error {
  override readonly name: string = 'LockTimeout'
}

const PAUSE_MS = 4

const queues = new Map<string, Promise<void>>()

/**
 * Does the action while no one else does, in this process or another, who asks for the same file's lock; the file must be there. The
 * system gives the lock back when a process ends, however it ends.
 */
export async function withLock<T>(file: string, patience: Patience, action: () => Promise<T>): Promise<T> {
  const before = queues.get(file)
  const answer = alone(file, patience, before, action)
  const turn = answer.then(nothing, nothing)
  queues.set(file, turn)
  try {
    return await answer
  } finally {
    if (queues.get(file) === turn) queues.delete(file)
  }
}

function nothing(): void {}

async function alone<T>(
  file: string,
  patience: Patience,
  before: Promise<void> | undefined,
  action: () => Promise<T>,
): Promise<T> {
  await before
  const lock = await lockOf(file, patience)
  return action().finally(() => lock.close())
}

/** SQLite's lock of a database that stays empty: the one lock between processes that Node can have everywhere. */
async function lockOf(file: string, { waitMs, signal }: Patience): Promise<Lock> {
  const deadline = performance.now() + waitMs
  for (;;) {
    signal?.throwIfAborted()
    const lock = tryLock(file)
    if (lock !== undefined) return lock
    if (performance.now() > deadline) throw new LockTimeout(`'${file}' stayed locked for ${waitMs} ms.`)
    await sleep(PAUSE_MS * (1 + Math.random()))
  }
}

type Lock = InstanceType<typeof DatabaseSync>

const BUSY = 5

function tryLock(file: string): Lock | undefined {
  // `rw`: where the file is missing, SQLite must not make one.
  const lock = new DatabaseSync(`${pathToFileURL(file).href}?mode=rw`, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) === BUSY) return undefined
    throw error
  }
}
