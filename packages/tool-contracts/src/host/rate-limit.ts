import { ContractError } from '../contract/contract.ts'

/** Calls per second, minute or hour, such as `60/m`. */
export type Rate = `${number}/${'s' | 'm' | 'h'}`

export interface RateLimits {
  /** For each caller of the role, over all tools. */
  readonly roles?: Readonly<Record<string, Rate>>
  /** For each caller of the tool. */
  readonly tools?: Readonly<Record<string, Rate>>
}

/** Milliseconds until this caller may call the tool; 0 takes a turn, unless it is only asked for. */
export type RateLimiter = (
  caller: { readonly principal: string; readonly role: string | undefined; readonly toolName: string },
  ask: 'take' | 'peek',
) => number

interface Bucket {
  tokens: number
  at: number
}

const PERIOD_MS = { s: 1000, m: 60_000, h: 3_600_000 } as const
const MAX_BUCKETS = 10_000

/** Token buckets: a caller may use up a whole period's calls at once and then gets them back evenly. */
export function createRateLimiter(limits: RateLimits, now: () => number = Date.now): RateLimiter {
  const rates = { role: parseRates(limits.roles), tool: parseRates(limits.tools) }
  const buckets = new Map<string, Bucket>()

  return ({ principal, role, toolName }, ask) => {
    const wanted = [
      { kind: 'role', name: role ?? '', rate: rates.role.get(role ?? '') },
      { kind: 'tool', name: toolName, rate: rates.tool.get(toolName) },
    ].flatMap(({ kind, name, rate }) =>
      rate ? [{ rate, bucket: bucketOf(JSON.stringify([kind, name, principal]), rate) }] : [],
    )
    const waits = wanted.map(({ rate, bucket }) => Math.ceil(((1 - bucket.tokens) / rate.calls) * rate.periodMs))
    const longest = Math.max(0, ...waits)
    if (longest === 0 && ask === 'take') for (const { bucket } of wanted) bucket.tokens--
    return longest
  }

  function bucketOf(key: string, { calls, periodMs }: { calls: number; periodMs: number }): Bucket {
    const at = now()
    const known = buckets.get(key)
    const tokens =
      known === undefined ? calls : Math.min(calls, known.tokens + (Math.max(0, at - known.at) / periodMs) * calls)
    const bucket = { tokens, at }
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value ?? '')
    return bucket
  }
}

function parseRates(rates: Readonly<Record<string, Rate>> = {}): Map<string, { calls: number; periodMs: number }> {
  return new Map(
    Object.entries(rates).map(([name, text]) => {
      const [, calls, unit] = /^(\d+)\/([smh])$/.exec(text) ?? []
      if (Number(calls) > 0 && (unit === 's' || unit === 'm' || unit === 'h'))
        return [name, { calls: Number(calls), periodMs: PERIOD_MS[unit] }]
      throw new ContractError('The rate limit', [
        `'${text}' for '${name}' is no rate; write it like '60/m' (s, m or h).`,
      ])
    }),
  )
}
