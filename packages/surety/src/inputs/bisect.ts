/**
 * The least count that holds, above one that does not and up to one that does, if what holds goes on holding.
 * Small counts are looked for first, by their magnitude: most limits are small, however wide the range.
 */
export async function bisect(
  below: number,
  holding: number,
  holds: (count: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [below, holding]
  for (let middle = between(low, high); low < middle && middle < high; middle = between(low, high)) {
    // One after the other: each answer decides what is asked next.
    if (await holds(middle)) high = middle
    else low = middle
  }
  return high
}

function between(low: number, high: number): number {
  return Math.floor(low < high / 4 ? Math.sqrt(Math.max(low, 1)) * Math.sqrt(high) : low + (high - low) / 2)
}
