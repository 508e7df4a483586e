/** A number written as a fraction of a power of ten: 0.25 is 25 / 10². */
interface Decimal {
  readonly digits: bigint
  readonly places: number
}

/** Multiples in exact decimals: 0.3 is one of 0.1, whatever binary arithmetic says. */
export function isMultipleOf(value: number, step: number): boolean {
  const [a, b] = sameScale([value, step])
  return a !== undefined && b !== undefined && b !== 0n && a % b === 0n
}

/** The least number that is a multiple of every step, as a fraction. */
export function commonMultiple(steps: readonly number[]): { readonly digits: bigint; readonly scale: bigint } {
  const places = Math.max(0, ...steps.map((step) => decimalOf(step).places))
  return { digits: sameScale(steps).reduce(leastCommonMultiple, 1n), scale: 10n ** BigInt(places) }
}

function sameScale(numbers: readonly number[]): bigint[] {
  const decimals = numbers.map(decimalOf)
  const places = Math.max(0, ...decimals.map((decimal) => decimal.places))
  return decimals.map((decimal) => decimal.digits * 10n ** BigInt(places - decimal.places))
}

function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 }
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return (a / greatestCommonDivisor(a, b)) * b
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
