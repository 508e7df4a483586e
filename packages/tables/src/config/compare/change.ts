import type { Bump } from '../version.ts'

/** One difference between two configurations, and how far it moves the version. */
export interface Change {
  readonly bump: Bump
  readonly toolId?: string
  readonly field?: string
  readonly message: string
}

/** Calls that worked are refused, or do less. */
export function breaking(message: string): Change {
  return { bump: 'major', message }
}

/** All calls that worked still do, and there is something new. */
export function compatible(message: string): Change {
  return { bump: 'minor', message }
}

/** No caller sees a difference in what is accepted or answered. */
export function invisible(message: string): Change {
  return { bump: 'patch', message }
}
