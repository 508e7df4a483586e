/** Bounds within which a foreign value is read. */
export interface SnapshotLimits {
  readonly maxDepth: number
  /** Counts one per character of text and keys, and eight per value. */
  readonly maxSize: number
}

/** An object being read, inside those that contain it. */
export interface Frame {
  readonly value: object
  readonly parent: Frame | undefined
  readonly depth: number
}

/** One reading of one value, within bounds. */
export class Walk {
  private readonly limits: SnapshotLimits
  /** Read as JSON.stringify would: through toJSON, own fields only, without undefined and functions. */
  readonly asJson: boolean
  /** Whether the copy is frozen. */
  readonly freezes: boolean
  size = 0

  constructor(limits: SnapshotLimits, asJson: boolean, freezes: boolean) {
    this.limits = limits
    this.asJson = asJson
    this.freezes = freezes
  }

  grow(by: number): void {
    this.size += by
    if (this.size > this.limits.maxSize) throw new TooLarge(`is larger than ${this.limits.maxSize} characters`)
  }

  enter(value: object, parent: Frame | undefined): Frame {
    for (let frame = parent; frame !== undefined; frame = frame.parent) {
      if (frame.value === value) throw new Unreadable('contains itself')
    }
    const depth = parent === undefined ? 1 : parent.depth + 1
    if (depth > this.limits.maxDepth) throw new Unreadable(`is nested deeper than ${this.limits.maxDepth} levels`)
    return { value, parent, depth }
  }
}

const MAX_KEY_SHOWN = 100

/** Thrown where a value cannot be read; gathers the path on its way up. */
export class Unreadable extends Error {
  readonly path: (string | number)[] = []

  /** The same failure, one level further out. */
  static at(error: unknown, key: string | number): Unreadable {
    const unreadable = error instanceof Unreadable ? error : new Unreadable('could not be read: reading it threw')
    unreadable.path.push(typeof key === 'string' ? key.slice(0, MAX_KEY_SHOWN) : key)
    return unreadable
  }
}

export class TooLarge extends Unreadable {}
