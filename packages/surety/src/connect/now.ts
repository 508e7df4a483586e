/** Milliseconds since the epoch, with fractions; never runs backwards. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}
