/** Runs the work for every item, so many at a time; results in the items' order. */
export async function pool<Item, Made>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) made[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, worker))
  return made
}
