/** An item that is there by construction; a wrong index is a bug. */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${items.length}.`)
  return item
}
