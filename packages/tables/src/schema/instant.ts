const PARTS = /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/

/** In UTC already, as most are. */
const PLAIN = /^(?!0000).{19}(\.\d{1,6})?Z$/

/** PostgreSQL keeps microseconds. */
const MAX_FRACTION = 6

/** The same moment in UTC, digits of the second kept; undefined where no database could store it exactly. */
export function toUtc(text: string): string | undefined {
  if (PLAIN.test(text)) return text
  const [, toTheSecond = '', fraction = '', offset = ''] = PARTS.exec(text) ?? []
  const milliseconds = Date.parse(toTheSecond + offset)
  if (Number.isNaN(milliseconds) || fraction.length > MAX_FRACTION) return undefined
  const utc = new Date(milliseconds).toISOString()
  // Years 0001 to 9999: others are written with more digits, or do not exist in SQL.
  if (utc.length !== 'YYYY-MM-DDTHH:MM:SS.mmmZ'.length || utc.startsWith('0000')) return undefined
  return `${utc.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}${fraction === '' ? '' : `.${fraction}`}Z`
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
