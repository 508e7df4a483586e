/** A request takes longer than this to reach a server. */
const PRECISION_MS = 0.05

/** What to add to the monotonic clock to get the wall clock lies between these. */
let low = Number.NEGATIVE_INFINITY
let high = Number.POSITIVE_INFINITY

/**
 * Milliseconds since the epoch, with fractions, by the clock that the tracer and all other processes read.
 * `performance.timeOrigin` can be off by milliseconds: Node reads the two clocks one after the other as it starts, and
 * a busy machine may let it wait in between.
 */
export function now(): number {
  for (;;) {
    const before = Date.now()
    const elapsed = performance.now()
    const after = Date.now() + 1
    low = Math.max(low, before - elapsed)
    high = Math.min(high, after - elapsed)
    const doubt = high - low
    if (Math.abs(doubt) <= PRECISION_MS) return low + elapsed
    // The clock was set meanwhile.
    if (doubt < 0) [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  }
}
