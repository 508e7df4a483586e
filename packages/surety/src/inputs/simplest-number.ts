import { leastFailing, type Search, within } from './search.ts'

/** Decimals to do with, the fewest first. */
const DECIMALS = [0, 1, 2] as const

/** Steps that schemas ask numbers to be multiples of. */
const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24, 25, 30, 32, 50, 60, 64, 100, 128, 256, 500, 512, 1000]

/** The failing number nearest to zero, without a sign and decimals where it fails without them. */
export async function simplestNumber(value: number, search: Search): Promise<number> {
  if (value === 0 || (await search.fails(0))) return 0
  const positive = value < 0 && (await search.fails(-value)) ? -value : value
  const { number, decimals } = await rounded(positive, search)
  if (decimals === undefined) return number
  const [unit, sign] = [10 ** decimals, Math.sign(number)]
  const units = Math.round(Math.abs(number) * unit)
  const ofUnits = (count: number): number => (sign * count) / unit || 0
  // A multiple of something stays one only by whole steps.
  const step = STEPS.find((each) => each <= units && search.isValid(ofUnits(units - each))) ?? 1
  const rest = units % step
  const ofSteps = (count: number): number => ofUnits(rest + count * step)
  return ofSteps(await leastFailing((units - rest) / step, within(search, ofSteps)))
}

/** The number with as few decimals as it fails with, if so few are enough. */
async function rounded(
  value: number,
  search: Search,
): Promise<{ readonly number: number; readonly decimals?: number }> {
  for (const decimals of DECIMALS)
    for (const number of aroundWith(value, decimals))
      if (number === value || (await search.fails(number))) return { number, decimals }
  return { number: value }
}

/** The value itself where it has no more decimals than that; else the next ones, the nearer to zero first. */
function aroundWith(value: number, decimals: number): readonly number[] {
  const units = value * 10 ** decimals
  if (Number(value.toFixed(decimals)) === value) return [value]
  const nearer = Math.trunc(units)
  return [nearer, nearer + Math.sign(value)].map((count) => count / 10 ** decimals || 0)
}
