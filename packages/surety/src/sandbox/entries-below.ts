import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { lstat, namesIn } from './tree-entry.ts'

/** Everything at and below some paths, links not followed, up to `limit` entries. */
export function* entriesBelow(
  roots: readonly string[],
  limit: number,
): Generator<{ readonly path: string; readonly stats: BigIntStats }> {
  const left = [...roots]
  for (let visited = 0; visited < limit; visited += 1) {
    const path = left.pop()
    if (path === undefined) return
    const stats = lstat(path)
    if (stats === undefined) continue
    if (stats.isDirectory()) left.push(...(namesIn(path) ?? []).map((name) => join(path, name)))
    yield { path, stats }
  }
}
