import { messageOf } from '../outcome.ts'

/** A value of unknown origin in a sentence, whatever it is. */
export function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 200)) : messageOf(value).slice(0, 200)
}
