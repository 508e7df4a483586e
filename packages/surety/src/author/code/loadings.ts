const LATER_MS = 400.3 * 86_400_000

/** The same code loaded twice, the second time as if it were more than a year later, and with other random numbers. */
export class Loadings {
  readonly #drawn: number[] = []

  async first<T>(load: () => Promise<T>): Promise<T> {
    const { random } = Math
    Math.random = () => {
      const drawn = random()
      this.#drawn.push(drawn)
      return drawn
    }
    return load().finally(() => {
      Math.random = random
    })
  }

  async second<T>(load: () => Promise<T>): Promise<T> {
    const { random } = Math
    const { Date: clock } = globalThis
    let index = 0
    // As far from the number before as can be: whatever is decided by it is decided otherwise.
    Math.random = () => ((this.#drawn[index++] ?? random()) + 0.5) % 1
    globalThis.Date = laterClock(clock)
    return load().finally(() => {
      Math.random = random
      globalThis.Date = clock
    })
  }
}

function laterClock(clock: DateConstructor): DateConstructor {
  const now = (): number => clock.now() + LATER_MS
  return new Proxy(clock, {
    apply: () => new clock(now()).toString(),
    construct: (target, given, made) => Object(Reflect.construct(target, given.length === 0 ? [now()] : given, made)),
    get: (target, key, receiver): unknown => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
}

/** Which keys of a contract are not what they were? */
export function changedKeys(first: object, second: object): readonly string[] {
  const after = new Map<string, unknown>(Object.entries(second))
  return Object.entries(first).flatMap(([key, value]) =>
    JSON.stringify(value) === JSON.stringify(after.get(key)) ? [] : [key],
  )
}
