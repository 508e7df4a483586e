const PARTS = /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/

/** In UTC and short already, as most are. */
const PLAIN = /^(?!0000).{19}(\.\d{0,5}[1-9])?Z$/

/** PostgreSQL keeps microseconds. */
const MAX_FRACTION = 6

/** The same moment in UTC, each moment in one way of writing; undefined where no database could store it exactly. */
export function toUtc(text: string): string | undefined {
  if (PLAIN.test(text)) return text
  const [, toTheSecond = '', fraction = '', offset = ''] = PARTS.exec(text) ?? []
  const milliseconds = Date.parse(toTheSecond + offset)
  if (Number.isNaN(milliseconds) || fraction.length > MAX_FRACTION) return undefined
  const utc = new Date(milliseconds).toISOString()
  // Years 0001 to 9999: others are written with more digits, or do not exist in SQL.
  if (utc.length !== 'YYYY-MM-DDTHH:MM:SS.mmmZ'.length || utc.startsWith('0000')) return undefined
  const digits = fraction.replace(/0+$/, '')
  return `${utc.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}${digits === '' ? '' : `.${digits}`}Z`
}

/** Negative where `a` is before `b`; both are valid. */
export function compareInstants(a: string, b: string): number {
  const [first, second] = [sortable(a), sortable(b)]
  if (first === second) return 0
  return first < second ? -1 : 1
}

function sortable(text: string): string {
  const [seconds = '', fraction = ''] = (toUtc(text) ?? '').slice(0, -1).split('.')
  return `${seconds}.${fraction.padEnd(MAX_FRACTION, '0')}`
}
