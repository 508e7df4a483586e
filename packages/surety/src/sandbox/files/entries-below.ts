import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { lstat, namesIn } from './tree-entry.ts'

/** Everything at and below some paths, links not followed, up to `limit` entries: what lies deepest comes last. */
export function* entriesBelow(
  roots: readonly string[],
  limit: number,
): Generator<{ readonly path: string; readonly stats: BigIntStats }> {
  const paths = [...roots]
  for (const path of paths) {
    const stats = lstat(path)
    if (stats === undefined) continue
    const names = stats.isDirectory() && paths.length < limit ? (namesIn(path) ?? []) : []
    for (const name of names) paths.push(join(path, name))
    yield { path, stats }
  }
}
