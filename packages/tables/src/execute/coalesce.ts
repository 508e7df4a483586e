import { StoreFailure } from '../store/store-failure.ts'
import type { Insert, InsertedRow, Row, RowId } from '../store/table-store.ts'

const MAX_ROWS = 128
/** Two statements at once keep the database busy while the answers of one are read. */
const MAX_UNDER_WAY = 2
/** One bad row undoes a whole statement where the engine cannot tell rows apart: beyond this share singles are faster. */
const MAX_FAILURE_RATE = 0.01
const MEMORY = 200

interface Waiting {
  readonly row: Row
  readonly resolve: (id: RowId) => void
  readonly reject: (error: unknown) => void
}

/** Inserts what callers ask for at the same time in one statement. A bad row fails alone. */
export function coalesced(one: Insert['one'], many: NonNullable<Insert['many']>): Insert['one'] {
  const waiting: Waiting[] = []
  let underWay = 0
  let isScheduled = false
  let failureRate = 0

  function remember(isFailure: boolean): void {
    failureRate += ((isFailure ? 1 : 0) - failureRate) / MEMORY
  }

  async function single({ row, resolve, reject }: Waiting): Promise<void> {
    try {
      const id = await one(row)
      remember(false)
      resolve(id)
    } catch (error) {
      remember(true)
      reject(error)
    }
  }

  async function together(batch: readonly Waiting[]): Promise<void> {
    try {
      const inserted = await many(batch.map(({ row }) => row))
      for (const [index, { resolve, reject }] of batch.entries()) settle(inserted[index], resolve, reject)
    } catch (error) {
      // Whether the rows were stored is not known: nobody may try them again but their callers.
      const isUncertain = !(error instanceof StoreFailure) || error.kind === 'connection_lost'
      if (isUncertain) for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map(single))
    }
  }

  function settle(inserted: InsertedRow | undefined, resolve: Waiting['resolve'], reject: Waiting['reject']): void {
    if (inserted === undefined) return reject(new StoreFailure('unknown'))
    if (inserted.ok) return resolve(inserted.id)
    return reject(inserted.failure)
  }

  function start(): void {
    isScheduled = false
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      const batch = waiting.splice(0, MAX_ROWS)
      underWay += 1
      const [first] = batch
      const done = batch.length === 1 && first !== undefined ? single(first) : together(batch)
      void done.finally(() => {
        underWay -= 1
        start()
      })
    }
  }

  return (row) =>
    new Promise((resolve, reject) => {
      const mine = { row, resolve, reject }
      if (failureRate > MAX_FAILURE_RATE) return void single(mine)
      waiting.push(mine)
      if (isScheduled) return
      isScheduled = true
      setImmediate(start)
    })
}
