/** The largest file that is read. */
export const MAX_BYTES: number = 1024 * 1024
const MAX_PROBLEMS = 1000

export function tooLarge(size: number): string {
  return `The file has ${size} bytes; at most ${MAX_BYTES} are read. Split it.`
}

/** As many problems as anybody reads; the last tells, in the place of the next, how many are left. */
export function firstOf<T>(problems: readonly T[], more: (message: string, next: T) => T): readonly T[] {
  const next = problems[MAX_PROBLEMS]
  if (next === undefined) return problems
  const message = `There are ${problems.length - MAX_PROBLEMS} more problems from here on.`
  return [...problems.slice(0, MAX_PROBLEMS), more(message, next)]
}
