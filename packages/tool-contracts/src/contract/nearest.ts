/** Names this long are not slips of the pen, and cost too much to compare. */
const LONG = 64

/** The candidate most like `name`, if any is close enough to be a slip of the pen. @internal */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONG) return undefined
  let best: string | undefined
  let least = Math.max(2, Math.floor(name.length / 3) + 1)
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance >= least) continue
    best = candidate
    least = distance
  }
  return best
}

/** ` Did you mean 'x'?`, or nothing. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const best = nearest(name, candidates)
  return best === undefined ? '' : ` Did you mean '${best}'?`
}

/** How many letters are missing, extra, wrong or swapped with their neighbour. */
function editDistance(from: string, to: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
