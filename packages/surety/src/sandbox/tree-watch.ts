import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { TreeChange, TreeState } from './cell.ts'
import type { CellView } from './cell-view.ts'
import { keepsContents } from './keeps-contents.ts'
import { CLOCK_STEP_MS, type Entry, NOTHING, lstat, namesIn, readEntry, signature } from './tree-entry.ts'
import { type Tree, isUnder } from './trees.ts'

interface Seen {
  readonly signature: string
  readonly entry: Entry | undefined
}

interface Difference {
  readonly kind: TreeChange['kind']
  /** The path in the tree. */
  readonly inside: string
}

/** What now stands where something else, or nothing, stood at the start. */
export interface Touched extends Entry {
  readonly path: string
}

/** Something that can tell what the server changed. */
export interface Watch {
  /** Sooner told than what. */
  readonly mayHaveChanged: () => boolean
  /** What changed since this was last asked. */
  readonly changes: () => Promise<readonly TreeChange[]>
  readonly state: () => Promise<readonly Touched[]>
}

/** Compares one tree with what it was: cheap while nothing was written, contents read only where something was. */
export class TreeWatch implements Watch {
  readonly #tree: Tree
  readonly #view: CellView
  /** Paths in the server's eyes that belong to somebody else: mount points, inner trees. */
  readonly #skipped: readonly string[]
  /** Where the server's own view can be looked at, layers merged. */
  readonly #seenFrom: () => string
  /** What a copy held at the start. */
  readonly #base: ReadonlyMap<string, string>
  #seen = new Map<string, Seen>()
  #gone: ReadonlySet<string> = new Set()
  /** When the folder of the tree, seen without content, had last changed; nobody can set that back. */
  #emptyAt: bigint | undefined
  /** What the set-up command wrote: how it read then, nobody kept. */
  readonly #prepared = new Set<string>()

  constructor(tree: Tree, view: CellView, skipped: readonly string[], seenFrom: () => string) {
    this.#tree = tree
    this.#view = view
    this.#skipped = skipped
    this.#seenFrom = seenFrom
    this.#base = tree.layered || tree.real === undefined ? new Map() : this.#walk()
    for (const [inside, mark] of this.#base) this.#seen.set(inside, { signature: mark, entry: undefined })
  }

  mayHaveChanged(): boolean {
    const isKnownEmpty = this.#emptyAt !== undefined && this.#seen.size === 0
    return !isKnownEmpty || lstat(this.#tree.writes)?.ctimeNs !== this.#emptyAt
  }

  async changes(): Promise<readonly TreeChange[]> {
    return (await this.#differences()).map((found) => this.#change(found))
  }

  /** Remembers what the set-up command did as the state the server starts from. */
  async baseline(): Promise<void> {
    for (const { kind, inside } of await this.#differences()) {
      if (kind === 'attributes') continue
      this.#view.remember(join(this.#tree.path, inside), kind === 'write')
      this.#prepared.add(inside)
    }
  }

  async #differences(): Promise<readonly Difference[]> {
    const now = this.#walk()
    const found: Difference[] = []
    const seen = new Map<string, Seen>()
    for (const [inside, mark] of now) {
      const before = this.#seen.get(inside)
      if (before?.signature === mark) {
        seen.set(inside, before)
        continue
      }
      const entry = await readEntry(join(this.#tree.writes, inside))
      seen.set(inside, { signature: mark, entry })
      const kind = difference(before?.entry ?? (await this.#original(inside)), entry)
      if (kind !== undefined) found.push({ kind, inside })
    }
    const gone = [...this.#seen.keys()].filter((inside) => !now.has(inside))
    const hidden = this.#hidden(now)
    const news = [...gone, ...hidden].filter((inside) => !this.#gone.has(inside))
    found.push(...news.map((inside) => ({ kind: 'delete' as const, inside })))
    this.#seen = seen
    this.#gone = hidden
    return found
  }

  async state(): Promise<readonly Touched[]> {
    const now = this.#walk()
    const touched: Touched[] = []
    for (const [inside, mark] of now) {
      if (this.#base.get(inside) === mark) continue
      const seen = this.#seen.get(inside)
      const known = seen?.signature === mark ? seen.entry : undefined
      const entry = known ?? (await readEntry(join(this.#tree.writes, inside)))
      const original = await this.#original(inside)
      const isTouched = difference(original, { ...entry, mtimeNs: original.mtimeNs }) !== undefined
      if (isTouched) touched.push({ ...entry, path: this.#name(inside) })
    }
    const removed = [...this.#base.keys()].filter((inside) => !now.has(inside))
    for (const inside of [...removed, ...this.#hidden(now)]) touched.push({ ...NOTHING, path: this.#name(inside) })
    return touched
  }

  /** The same in every cell, wherever its folders lie. */
  #name(inside: string): string {
    const { place, path } = this.#view.spot(join(this.#tree.path, inside))
    return `${place} ${path}`
  }

  #change({ kind, inside }: Difference): TreeChange {
    const path = join(this.#tree.path, inside)
    const existed = this.#view.existed(path, true)
    const kept = existed && kind !== 'delete' ? this.#keeps(inside) : undefined
    return { kind, ...this.#view.spot(path), existed, ...(kept !== undefined && { kept }) }
  }

  #keeps(inside: string): boolean | undefined {
    const { real, writes } = this.#tree
    if (real === undefined || this.#prepared.has(inside)) return undefined
    return keepsContents(join(real, inside), join(writes, inside))
  }

  #original(inside: string): Promise<Entry> {
    const { real } = this.#tree
    return real === undefined ? Promise.resolve(NOTHING) : readEntry(join(real, inside))
  }

  #walk(): Map<string, string> {
    const found = new Map<string, string>()
    const root = lstat(this.#tree.writes)
    if (root !== undefined && this.#emptyAt === root.ctimeNs) return found
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

  #isSkipped(inside: string): boolean {
    const path = join(this.#tree.path, inside)
    return this.#skipped.some((skipped) => isUnder(path, skipped))
  }

  /** What stood in a folder that was removed and made again: the layer below is hidden without a mark on each file. */
  #hidden(now: ReadonlyMap<string, string>): ReadonlySet<string> {
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
}

/** One digest over all trees. */
export async function treeState(watches: readonly Watch[]): Promise<TreeState> {
  const touched = (await Promise.all(watches.map((watch) => watch.state()))).flat()
  const hash = createHash('sha256')
  for (const { path, type, mode, digest } of touched.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(JSON.stringify([path, type, mode, digest]))
  }
  const bytes = touched.reduce((sum, entry) => sum + entry.bytes, 0)
  return { digest: hash.digest('hex'), files: touched.length, bytes }
}

function difference(before: Entry, after: Entry): TreeChange['kind'] | undefined {
  if (after.type === 'nothing') return before.type === 'nothing' ? undefined : 'delete'
  if (before.type !== after.type || before.digest !== after.digest) return 'write'
  return before.mode === after.mode && before.mtimeNs === after.mtimeNs ? undefined : 'attributes'
}
