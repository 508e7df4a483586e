/** Names this long are not slips of the pen, and cost too much to compare. */
const LONG = 64

/** The candidate most like `name`, if any is close enough to be a slip of the pen. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONG) return undefined
  let best: string | undefined
  // Two letters that changed places count as two.
  let least = Math.max(name.length < 4 ? 1 : 2, Math.floor(name.length / 3)) + 1
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

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const current = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
