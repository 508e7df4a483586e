import { suggestion } from '@surety/tool-contracts/tools'

/** Comparisons of names that all suggestions of a table together may cost; one name is always looked up. */
const MAX_COMPARISONS = 100_000

/** Suggests names for some that are none, until it would take too long. */
export function suggester(names: readonly string[]): (name: string) => string {
  let remaining = Math.max(1, Math.floor(MAX_COMPARISONS / names.length))
  return (name) => (remaining-- > 0 ? suggestion(name, names) : '')
}
