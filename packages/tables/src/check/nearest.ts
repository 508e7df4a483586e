/** The name that somebody most likely meant; undefined where none is near. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distance(plain(written), plain(name)) }))
    .filter((candidate) => candidate.distance <= Math.max(1, Math.floor(written.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  return best?.name
}

/** `energyLevel` and `energy_level` are near. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** How many characters must be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [line, letter] of Array.from(one).entries()) {
    const next = [line + 1]
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (other[index] === letter ? 0 : 1)
      next.push(Math.min(replaced, (next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
