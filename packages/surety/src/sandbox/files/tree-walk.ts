import { join } from 'node:path'
import { CLOCK_STEP_MS, lstat, namesIn, signature } from './tree-entry.ts'
import { type Tree, isUnder } from './trees.ts'

/** Goes through what was written to a tree: by path in it, the signature of what stands there. */
export class TreeWalk {
  readonly #tree: Tree
  /** Paths in the server's eyes that belong to somebody else: mount points, inner trees. */
  readonly #skipped: readonly string[]
  /** Where the server's own view can be looked at, layers merged. */
  readonly #seenFrom: () => string
  /** When the folder of the tree, seen without content, had last changed; nobody can set that back. */
  #emptyAt: bigint | undefined

  constructor(tree: Tree, skipped: readonly string[], seenFrom: () => string) {
    this.#tree = tree
    this.#skipped = skipped
    this.#seenFrom = seenFrom
  }

  /** Was it empty, and has nothing been put there since? */
  isStillEmpty(): boolean {
    return this.#emptyAt !== undefined && lstat(this.#tree.writes)?.ctimeNs === this.#emptyAt
  }

  walk(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    if (this.isStillEmpty()) return found
    const root = lstat(this.#tree.writes)
    this.#emptyAt = undefined
    const folders = ['']
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const name of namesIn(join(this.#tree.writes, folder)) ?? []) {
        const inside = join(folder, name)
        const stats = lstat(join(this.#tree.writes, inside))
        if (stats === undefined || this.#isSkipped(inside)) continue
        found.set(inside, signature(stats))
        if (stats.isDirectory()) folders.push(inside)
      }
    }
    const isOld = root !== undefined && BigInt(Date.now() - CLOCK_STEP_MS) * 1_000_000n > root.ctimeNs
    if (found.size === 0 && isOld) this.#emptyAt = root.ctimeNs
    return found
  }

  /** What stood in a folder that was removed and made again: the layer below is hidden without a mark on each file. */
  hidden(now: ReadonlyMap<string, string>): ReadonlySet<string> {
    const hidden = new Set<string>()
    const { real, layered, writes } = this.#tree
    if (real === undefined || !layered) return hidden
    for (const folder of now.keys()) {
      if (lstat(join(writes, folder))?.isDirectory() !== true) continue
      const visible = new Set(namesIn(join(this.#seenFrom(), this.#tree.path, folder)))
      for (const name of namesIn(join(real, folder)) ?? []) {
        const inside = join(folder, name)
        if (!visible.has(name) && !now.has(inside)) hidden.add(inside)
      }
    }
    return hidden
  }

  #isSkipped(inside: string): boolean {
    const path = join(this.#tree.path, inside)
    return this.#skipped.some((skipped) => isUnder(path, skipped))
  }
}
