/** ` Did you mean 'x'?` where a known name is close enough to be meant, or nothing. */
export function suggestion(name: string, known: Iterable<string>): string {
  const best = nearest(name, known)
  return best === undefined ? '' : ` Did you mean '${best}'?`
}

/** Longer names are not slips of the pen, and cost too much to compare. */
const LONGEST = 64

function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined
  let best: string | undefined
  let least = Math.max(2, Math.floor(name.length / 3) + 1)
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance >= least) continue
    best = candidate
    least = distance
  }
  return best
}

/** How many letters are missing, extra, wrong or swapped with their neighbour. */
function editDistance(from: string, to: string): number {
  const [letters, others] = [Array.from(from), Array.from(to)]
  let before: readonly number[] = []
  let row = Array.from({ length: others.length + 1 }, (_, index) => index)
  for (const [index, letter] of letters.entries()) {
    const next = [index + 1]
    for (const [column, other] of others.entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      const isSwapped = letter === others[column - 1] && letters[index - 1] === other
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
