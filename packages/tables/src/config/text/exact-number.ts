/** Is the number as it is written the one that JSON would carry, to the last digit? */
export function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  if (/^[-+]?0[xo]/i.test(source)) return Number.isSafeInteger(value)
  return digitsOf(source) === digitsOf(String(value))
}

const DECIMAL = /^[-+]?(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i

/** The digits that count and the power of ten behind them, however the number is written: `1.50e3` is `15e2`. */
function digitsOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(source) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const counted = withoutZerosBehind(digits)
  if (counted === '') return '0'
  return `${counted}e${Number(exponent) - fraction.length + digits.length - counted.length}`
}

/** A pattern would take quadratic time. */
function withoutZerosBehind(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
