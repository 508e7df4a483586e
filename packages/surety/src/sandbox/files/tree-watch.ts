import { join } from 'node:path'
import type { TreeChange } from '../cell.ts'
import type { CellView } from './cell-view.ts'
import { ReadBudget, isPartial } from './digest.ts'
import { keepsContents } from './keeps-contents.ts'
import { type Entry, NOTHING, readEntry } from './tree-entry.ts'
import type { Touched, ChangeSource } from './tree-state.ts'
import { TreeWalk } from './tree-walk.ts'
import type { Tree } from './trees.ts'

interface Seen {
  readonly signature: string
  readonly entry: Entry | undefined
}

interface Difference {
  readonly kind: TreeChange['kind']
  /** The path in the tree. */
  readonly inside: string
}

/** Compares one tree with what it was: cheap while nothing was written, contents read only where something was. */
export class TreeWatch implements ChangeSource {
  readonly #tree: Tree
  readonly #view: CellView
  readonly #walk: TreeWalk
  /** What a copy held at the start. */
  readonly #base: ReadonlyMap<string, string>
  #seen = new Map<string, Seen>()
  #gone: ReadonlySet<string> = new Set()
  /** What the set-up command wrote: how it read then, nobody kept. */
  readonly #prepared = new Set<string>()

  /** `skipped`: paths in the server's eyes that belong to somebody else; `seenFrom`: where its own view can be looked at. */
  constructor(tree: Tree, view: CellView, skipped: readonly string[], seenFrom: () => string) {
    this.#tree = tree
    this.#view = view
    this.#walk = new TreeWalk(tree, skipped, seenFrom)
    this.#base = tree.layered || tree.real === undefined ? new Map() : this.#walk.walk()
    for (const [inside, mark] of this.#base) this.#seen.set(inside, { signature: mark, entry: undefined })
  }

  mayHaveChanged(): boolean {
    return this.#seen.size > 0 || !this.#walk.isStillEmpty()
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
    const budget = new ReadBudget()
    const now = this.#walk.walk()
    const found: Difference[] = []
    const seen = new Map<string, Seen>()
    for (const [inside, mark] of now) {
      const before = this.#seen.get(inside)
      if (before?.signature === mark) {
        seen.set(inside, before)
        continue
      }
      const entry = await readEntry(join(this.#tree.writes, inside), budget)
      seen.set(inside, { signature: mark, entry })
      const kind = difference(before?.entry ?? (await this.#original(inside, budget)), entry)
      if (kind !== undefined) found.push({ kind, inside })
    }
    const gone = [...this.#seen.keys()].filter((inside) => !now.has(inside))
    const hidden = this.#walk.hidden(now)
    const news = [...gone, ...hidden].filter((inside) => !this.#gone.has(inside))
    this.#seen = seen
    this.#gone = hidden
    return [...found, ...news.map((inside) => ({ kind: 'delete' as const, inside }))]
  }

  async state(budget: ReadBudget): Promise<readonly Touched[]> {
    const now = this.#walk.walk()
    const touched: Touched[] = []
    for (const [inside, mark] of now) {
      if (this.#base.get(inside) === mark) continue
      const seen = this.#seen.get(inside)
      const known = seen?.signature === mark ? seen.entry : undefined
      const entry = known ?? (await readEntry(join(this.#tree.writes, inside), budget))
      const original = await this.#original(inside, budget)
      const isTouched = difference(original, { ...entry, mtimeNs: original.mtimeNs }) !== undefined
      if (isTouched) touched.push({ ...entry, path: this.#name(inside) })
    }
    const removed = [...this.#base.keys()].filter((inside) => !now.has(inside))
    for (const inside of [...removed, ...this.#walk.hidden(now)]) touched.push({ ...NOTHING, path: this.#name(inside) })
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

  #original(inside: string, budget: ReadBudget): Promise<Entry> {
    const { real } = this.#tree
    return real === undefined ? Promise.resolve(NOTHING) : readEntry(join(real, inside), budget)
  }
}

function difference(before: Entry, after: Entry): TreeChange['kind'] | undefined {
  if (after.type === 'nothing') return before.type === 'nothing' ? undefined : 'delete'
  if (before.type !== after.type || before.digest !== after.digest) return 'write'
  const isSameAge = before.mtimeNs === after.mtimeNs
  if (!isSameAge && isPartial(after.digest)) return 'write'
  return before.mode === after.mode && isSameAge ? undefined : 'attributes'
}
