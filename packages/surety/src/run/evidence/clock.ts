const CLOCK = /(?<!\d)(\d{1,2}):(\d\d):(\d\d)(?!\d)/g
const EPOCH = /(?<!\d)\d{10}(?:\d{3})?(?!\d)/g
/** Some clocks begin anew at noon. */
const HALF_DAY_S = 12 * 60 * 60
const NEAR_S = 5

/** Does the text tell the time at which it was made, on a clock of seconds? Then a second later it may say something else. */
export function tellsTime(text: string, at: number): boolean {
  const now = Math.floor(at / 1000)
  const local = now - new Date(at).getTimezoneOffset() * 60
  const clocks = [...text.matchAll(CLOCK)].map(([, ...parts]) =>
    parts.reduce((sum, part) => sum * 60 + Number(part), 0),
  )
  const epochs = (text.match(EPOCH) ?? []).map((digits) => Number(digits.slice(0, 10)))
  return (
    clocks.some((clock) => [now, local].some((time) => isSameTime(clock - time))) ||
    epochs.some((epoch) => Math.abs(epoch - now) <= NEAR_S)
  )
}

/** The same time of day but for some seconds, before noon or after. */
function isSameTime(seconds: number): boolean {
  const apart = Math.abs(seconds % HALF_DAY_S)
  return Math.min(apart, HALF_DAY_S - apart) <= NEAR_S
}
