import { itemAt } from './item-at.ts'

/** A binary heap of integers, least first. */
export interface Heap {
  readonly push: (value: number) => void
  readonly pop: () => number | undefined
}

export function createHeap(): Heap {
  const values: number[] = []
  const swap = (a: number, b: number): void => {
    const value = itemAt(values, a)
    values[a] = itemAt(values, b)
    values[b] = value
  }
  const isLess = (a: number, b: number): boolean => a < values.length && itemAt(values, a) < itemAt(values, b)

  const rise = (start: number): void => {
    let child = start
    let parent = (child - 1) >> 1
    while (child > 0 && isLess(child, parent)) {
      swap(child, parent)
      child = parent
      parent = (child - 1) >> 1
    }
  }
  const sink = (): void => {
    let parent = 0
    for (;;) {
      const left = 2 * parent + 1
      const child = isLess(left + 1, left) ? left + 1 : left
      if (!isLess(child, parent)) return
      swap(child, parent)
      parent = child
    }
  }
  return {
    push: (value) => rise(values.push(value) - 1),
    pop: () => {
      if (values.length > 1) swap(0, values.length - 1)
      const least = values.pop()
      sink()
      return least
    },
  }
}
