const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds in a duration such as `90d`, `24h`, `15m` or `30s`; undefined where it is none. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (unit !== 's' && unit !== 'm' && unit !== 'h' && unit !== 'd') return undefined
  return Number(count) > 0 ? Number(count) * UNITS[unit] : undefined
}
