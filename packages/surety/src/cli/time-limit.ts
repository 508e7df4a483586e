import type { Stop } from '../run/request/stop.ts'
import { type Parsed, UsageError } from './command.ts'

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }
/** Whoever explores wants to see something before the day is over. */
const EXPLORE_MS = 5 * 60_000
/** What it takes to end the servers and to judge what was seen. */
const RESERVE = { share: 0.15, atMostMs: 3000 }

/** How long a run may take, by its options; undefined = as long as it takes. */
export function timeLimit(parsed: Parsed): number | undefined {
  const text = parsed.text('max-time')
  if (text === undefined) return parsed.flag('explore') ? EXPLORE_MS : undefined
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? []
  const ms = Number(digits) * (UNITS[unit] ?? 0)
  if (ms >= 1 && ms < 2 ** 31) return ms
  throw new UsageError(`--max-time takes a time such as 90s or 2m, not ${JSON.stringify(text)}.`)
}

/** Ends the run so early that its report is there in time; what it returns calls that off. */
export function stopInTime(stop: Stop, limitMs: number | undefined): () => void {
  if (limitMs === undefined) return () => {}
  stop.isTimed = true
  const reserve = Math.min(RESERVE.atMostMs, limitMs * RESERVE.share)
  const timer = setTimeout(() => stop.ask('out of time'), limitMs - reserve)
  return () => clearTimeout(timer)
}
