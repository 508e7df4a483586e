/** How many digits a number has before and behind its decimal point, in the shortest text that means it. */
export function decimalDigits(value: number): { readonly before: number; readonly behind: number } {
  const [, whole = '', fraction = '', exponent = '0'] = PARTS.exec(String(value)) ?? []
  const shift = Number(exponent)
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return { before: 0, behind: 0 }
  // Where the point stands, counted from the first significant digit.
  const point = whole.length + shift - (whole.length + fraction.length - digits.length)
  return { before: Math.max(0, point), behind: Math.max(0, significant.length - point) }
}

const PARTS = /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/
