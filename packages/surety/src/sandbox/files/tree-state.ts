import { createHash } from 'node:crypto'
import type { TreeChange, TreeState } from '../cell.ts'
import { ReadBudget } from './digest.ts'
import type { Entry } from './tree-entry.ts'

/** What now stands where something else, or nothing, stood at the start. */
export interface Touched extends Entry {
  readonly path: string
}

/** Something that can tell what the server changed. */
export interface ChangeSource {
  /** Sooner told than what. */
  readonly mayHaveChanged: () => boolean
  /** What changed since this was last asked. */
  readonly changes: () => Promise<readonly TreeChange[]>
  readonly state: (budget: ReadBudget) => Promise<readonly Touched[]>
}

/** One digest over all trees. */
export async function treeState(watches: readonly ChangeSource[]): Promise<TreeState> {
  const budget = new ReadBudget()
  const states: (readonly Touched[])[] = []
  // One after the other, so that the same files are read each time.
  for (const watch of watches) states.push(await watch.state(budget))
  const touched = states.flat()
  const hash = createHash('sha256')
  for (const { path, type, mode, digest } of touched.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(JSON.stringify([path, type, mode, digest]))
  }
  const bytes = touched.reduce((sum, entry) => sum + entry.bytes, 0)
  return { digest: hash.digest('hex'), files: touched.length, bytes }
}
