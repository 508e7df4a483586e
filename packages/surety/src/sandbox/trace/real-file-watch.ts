import type { TreeChange } from '../cell.ts'
import type { CellView } from '../files/cell-view.ts'
import type { ReadBudget } from '../files/digest.ts'
import type { FileSighting } from './file-sightings.ts'
import { CLOCK_STEP_MS, lstat, readEntry, signature } from '../files/tree-entry.ts'
import type { Touched, ChangeSource } from '../files/tree-state.ts'

interface Known {
  readonly existed: boolean
  /** When the tracer first saw it touched. */
  readonly since: number
  /** What stood there when it was last looked at; undefined before that. */
  readonly seen: string | undefined
}

const GONE = 'gone'

/** Looks at files of the real machine that the tracer saw an uncontained server touch: did that last? */
export class RealFileWatch implements ChangeSource {
  readonly #view: CellView
  readonly #known = new Map<string, Known>()

  constructor(view: CellView) {
    this.#view = view
  }

  touch(path: string, { refused, existed, at }: FileSighting): void {
    if (refused || this.#known.has(path) || !this.#view.isExposed(path)) return
    this.#known.set(path, { existed, since: at, seen: undefined })
  }

  mayHaveChanged(): boolean {
    return this.#known.size > 0
  }

  async changes(): Promise<readonly TreeChange[]> {
    return [...this.#known].flatMap(([path, known]) => {
      const now = mark(path)
      this.#known.set(path, { ...known, seen: now })
      if (known.seen === undefined ? !differs(path, known) : known.seen === now) return []
      const kind = now === GONE ? 'delete' : 'write'
      return { kind, ...this.#view.spot(path), existed: known.existed }
    })
  }

  async state(budget: ReadBudget): Promise<readonly Touched[]> {
    const touched: Touched[] = []
    for (const [path, known] of this.#known) {
      if (!differs(path, known)) continue
      const { place, path: name } = this.#view.spot(path)
      touched.push({ ...(await readEntry(path, budget)), path: `${place} ${name}` })
    }
    return touched
  }
}

/** Is there something else than before the server came? Of what stood before, only its times can tell. */
function differs(path: string, { existed, since }: Known): boolean {
  const stats = lstat(path)
  if (stats === undefined || !existed) return existed !== (stats !== undefined)
  return Number(stats.ctimeNs) / 1e6 + CLOCK_STEP_MS >= since
}

function mark(path: string): string {
  const stats = lstat(path)
  return stats === undefined ? GONE : signature(stats)
}
