import { StoreFailure } from '../store/store-failure.ts'
import type { Insert, InsertCall, InsertOne, InsertedRow, Row, RowId } from '../store/table-store.ts'

const MAX_ROWS = 128
/** Two statements at once keep the database busy while the answers of one are read. */
const MAX_UNDER_WAY = 2
/** One bad row undoes a whole statement where the engine cannot tell rows apart: beyond this share singles are faster. */
const MAX_FAILURE_RATE = 0.01
const MEMORY = 200
/** Rows that wait longer are asked whether their call still waits for them. */
const MAX_WAIT_MS = 1000

interface Waiting {
  readonly row: Row
  readonly call: InsertCall | undefined
  readonly since: number
  readonly resolve: (id: RowId) => void
  readonly reject: (error: unknown) => void
}

/** Inserts what callers ask for at the same time in one statement. A bad row fails alone. */
export function coalesced(one: InsertOne, many: NonNullable<Insert['many']>): InsertOne {
  const waiting: Waiting[] = []
  let underWay = 0
  let isScheduled = false
  let failureRate = 0

  function remember(isFailure: boolean): void {
    failureRate += ((isFailure ? 1 : 0) - failureRate) / MEMORY
  }

  async function single({ row, call, resolve, reject }: Waiting): Promise<void> {
    try {
      const id = await one(row, call)
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
      // Whether the rows were stored is not known, or the statement no longer fits the table: sending them again is for their callers.
      const isFinal = !(error instanceof StoreFailure) || FINAL.has(error.kind)
      if (isFinal) for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map(single))
    }
  }

  function settle(inserted: InsertedRow | undefined, resolve: Waiting['resolve'], reject: Waiting['reject']): void {
    if (inserted === undefined) return reject(new StoreFailure('unknown'))
    if (inserted.ok) return resolve(inserted.id)
    // Alone, each row is told for certain.
    if (inserted.failure instanceof StoreFailure && inserted.failure.kind === 'uncertain') remember(true)
    return reject(inserted.failure)
  }

  function start(): void {
    isScheduled = false
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      const batch = waiting.splice(0, MAX_ROWS).filter(isStillWanted)
      if (batch.length === 0) continue
      underWay += 1
      const [first] = batch
      const done = batch.length === 1 && first !== undefined ? single(first) : together(batch)
      void done.finally(() => {
        underWay -= 1
        start()
      })
    }
  }

  return (row, call) =>
    new Promise((resolve, reject) => {
      const mine = { row, call, since: performance.now(), resolve, reject }
      if (failureRate > MAX_FAILURE_RATE) return void single(mine)
      waiting.push(mine)
      if (isScheduled) return
      isScheduled = true
      setImmediate(start)
    })
}

const FINAL: ReadonlySet<string> = new Set(['connection_lost', 'outdated'])

function isStillWanted({ call, since, reject }: Waiting): boolean {
  if (performance.now() - since < MAX_WAIT_MS || call?.signal.aborted !== true) return true
  reject(new StoreFailure('timeout'))
  return false
}
