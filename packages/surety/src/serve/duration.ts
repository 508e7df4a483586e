const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The milliseconds of `15m`, `90s`, `24h`; undefined where it is no duration. */
export function durationMs(text: string): number | undefined {
  const { amount, unit } = /^(?<amount>\d{1,9})(?<unit>ms|s|m|h|d)$/.exec(text)?.groups ?? {}
  const factor = unit === undefined ? undefined : UNITS[unit]
  return factor === undefined ? undefined : Number(amount) * factor
}
