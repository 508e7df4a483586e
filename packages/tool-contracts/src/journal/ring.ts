/** The latest of many things, in the order they came; the oldest gives way to the newest. */
export class Ring<T> {
  private readonly capacity: number
  private readonly items: T[] = []
  private oldest = 0

  constructor(capacity: number) {
    this.capacity = Math.max(0, Math.floor(capacity))
  }

  /** Takes the newest in and gives back what had to go for it, if anything: itself, where nothing is kept. */
  push(item: T): T | undefined {
    if (this.items.length < this.capacity) {
      this.items.push(item)
      return undefined
    }
    if (this.capacity === 0) return item
    const dropped = this.items[this.oldest]
    this.items[this.oldest] = item
    this.oldest = (this.oldest + 1) % this.capacity
    return dropped
  }

  filter(matches: (item: T) => boolean): T[] {
    return [...this.items.slice(this.oldest), ...this.items.slice(0, this.oldest)].filter(matches)
  }
}
