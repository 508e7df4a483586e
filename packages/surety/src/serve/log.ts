/** One event of the server: never a secret, never an argument of a call. */
export interface LogLine {
  /** ISO 8601. */
  readonly time: string
  readonly event: 'started' | 'refused' | 'failed' | 'warning' | 'audit' | 'reloaded' | 'closing' | 'closed'
  readonly [field: string]: unknown
}

export type WriteLog = (line: LogLine) => void

/** What everything in serve/ logs with: fields that are undefined are left out, and a log that throws harms nobody. */
export type Log = (event: LogLine['event'], fields: Readonly<Record<string, unknown>>) => void

export function logTo(write: WriteLog): Log {
  return (event, fields) => {
    const told = Object.entries(fields).filter(([, value]) => value !== undefined)
    try {
      write({ time: new Date().toISOString(), event, ...Object.fromEntries(told) })
    } catch {
      // Nobody is left to tell.
    }
  }
}

let isGuarded = false

/** One line of JSON on standard error; that nobody reads it ends nothing. */
export function writeToStderr(line: LogLine): void {
  if (!isGuarded) process.stderr.on('error', () => undefined)
  isGuarded = true
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
