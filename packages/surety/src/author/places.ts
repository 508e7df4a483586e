import type { Place } from './contract-file.ts'
import type { Path } from './offset-of.ts'

/** Where in a text the keys and items of its mappings and lists start. */
export class Places {
  readonly #text: string
  readonly #starts = new Map<unknown, Map<string, number>>()

  constructor(text: string) {
    this.#text = text
  }

  note(holder: object, key: string | number, start: number): void {
    const starts = this.#starts.get(holder) ?? new Map<string, number>()
    this.#starts.set(holder, starts.set(String(key), start))
  }

  /** Of the path's last key below the root, or the nearest one around it that exists. */
  find(root: object, path: Path, start: number): Place {
    let holder: unknown = root
    let found = start
    for (const key of path) {
      const next = this.#starts.get(holder)?.get(String(key))
      if (next === undefined) break
      found = next
      holder = Reflect.get(Object(holder), key)
    }
    const before = this.#text.slice(0, found).split('\n')
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
  }
}
