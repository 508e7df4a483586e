type Collection = Map<unknown, unknown> | Set<unknown>

const CHANGING = ['add', 'set', 'delete', 'clear'] as const

/** Counts the changes of a graph's Maps and of the Sets in them, so that nobody has to compare them with what was read before. */
export class Changes {
  count = 0
  /** Somebody put in a Set of their own: what they do to it goes unnoticed. */
  blind = false
  private readonly methods: PropertyDescriptorMap

  constructor() {
    this.methods = Object.fromEntries(
      CHANGING.map((name) => [name, { value: this.counting(name), configurable: true }]),
    )
  }

  notice<T extends Collection>(collection: T): T {
    const own = CHANGING.filter((name) => name in collection).map((name) => [name, this.methods[name]])
    return Object.defineProperties(collection, Object.fromEntries(own))
  }

  private counting(name: (typeof CHANGING)[number]): (...args: unknown[]) => unknown {
    const note = (value: unknown): void => {
      this.count++
      if (value instanceof Set && !Object.hasOwn(value, 'add')) this.blind = true
    }
    return function counted(this: Collection, ...args: unknown[]): unknown {
      note(args[1])
      const method: unknown = Reflect.get(this instanceof Map ? Map.prototype : Set.prototype, name)
      return typeof method === 'function' ? Reflect.apply(method, this, args) : undefined
    }
  }
}
