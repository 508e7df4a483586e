const MOST = 1000

/** What was made under a key, made once; the least recently used is forgotten first. */
export class Remembered<Value> {
  readonly #kept = new Map<string, Value>()

  get(key: string, make: () => Value): Value {
    const value = this.#kept.get(key) ?? make()
    this.#kept.delete(key)
    this.#kept.set(key, value)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest)
    return value
  }
}
