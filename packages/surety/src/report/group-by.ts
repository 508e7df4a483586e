/** Items of the same key together, in the order of their first members. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Group<Item>[] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

export type Group<Item> = readonly [Item, ...Item[]]
