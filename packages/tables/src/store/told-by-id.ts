import { StoreFailure } from './store-failure.ts'
import type { InsertedRow, RowId } from './table-store.ts'

/** What became of rows that were to be stored together under these ids, when the database gives back those that it stored. */
export function toldById(wanted: readonly RowId[], stored: readonly RowId[]): readonly InsertedRow[] {
  const asked = counted(wanted)
  const there = counted(stored)
  // A row under an id that nobody asked for is one of those that are missing.
  const isRenamed = [...there].some(([id, count]) => count > (asked.get(id) ?? 0))
  return wanted.map((id): InsertedRow => {
    const count = there.get(id) ?? 0
    if (count > 0 && count >= (asked.get(id) ?? 0)) return { ok: true, id }
    return { ok: false, failure: new StoreFailure(isRenamed || count > 0 ? 'uncertain' : 'left_out') }
  })
}

function counted(ids: readonly RowId[]): ReadonlyMap<RowId, number> {
  const counts = new Map<RowId, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
