// The server may replace what it likes later on.
const wall = Date.now
const monotonic = performance.now.bind(performance)
const PRECISION_MS = 0.05

/** What to add to the monotonic clock to get the wall clock lies between these. */
let low = -Infinity
let high = Infinity

/** Milliseconds since the epoch, with fractions: what src/connect/now.ts reads at the same time. */
export function now() {
  for (;;) {
    const before = wall()
    const elapsed = monotonic()
    const after = wall() + 1
    low = Math.max(low, before - elapsed)
    high = Math.min(high, after - elapsed)
    const doubt = high - low
    if (Math.abs(doubt) <= PRECISION_MS) return low + elapsed
    // The clock was set meanwhile.
    if (doubt < 0) [low, high] = [-Infinity, Infinity]
  }
}
