import type { ConfigurationProblem } from './configuration-error.ts'

/** The largest file that is read. */
export const MAX_BYTES: number = 1024 * 1024
const MAX_PROBLEMS = 1000

export function tooLarge(size: number): string {
  return `The file has ${size} bytes; at most ${MAX_BYTES} are read. Split it.`
}

/** As many problems as anybody reads; the last says how many are left. */
export function firstProblems(problems: readonly ConfigurationProblem[]): readonly ConfigurationProblem[] {
  const next = problems[MAX_PROBLEMS]
  if (next === undefined) return problems
  const message = `There are ${problems.length - MAX_PROBLEMS} more problems from here on.`
  return [...problems.slice(0, MAX_PROBLEMS), { ...next, message }]
}
