import type { Repetition, RepetitionStep } from './evidence.ts'
import { count, cut } from './words.ts'

type Steps = readonly RepetitionStep[]

/** What a repeated call did beyond the first one, or undefined where only clock or chance can tell the runs apart. */
export function furtherEffect({ runs }: Repetition): string | undefined {
  const [first] = runs
  if (first === undefined || runs.length < 2 || runs.some((run) => run.length < 2)) return undefined
  const agree = (of: (steps: Steps) => readonly (string | number)[]): boolean =>
    new Set(runs.map((run) => JSON.stringify(of(run)))).size === 1

  const changesAgain = agree(digests)
    ? isChanging(digests(first))
    : (agree(fileGrowth) && fileGrowth(first).some(hasChanged)) ||
      (agree(byteGrowth) && byteGrowth(first).some(hasChanged))
  if (changesAgain) return `the files changed again: ${stateOf(first)}`

  if (!agree(answers) || !isChanging(answers(first))) return undefined
  const [one = '', ...others] = answers(first)
  const other = others.find((answer) => answer !== one) ?? ''
  return `the first call answered ${cut(one, 80)}, a repeat ${cut(other, 80)}, in every process alike`
}

const digests = (steps: Steps): readonly string[] => steps.map(({ digest }) => digest)
const answers = (steps: Steps): readonly string[] => steps.map(({ answer }) => answer)
const fileGrowth = (steps: Steps): readonly number[] => growth(steps.map(({ files }) => files))
const byteGrowth = (steps: Steps): readonly number[] => growth(steps.map(({ bytes }) => bytes))

function growth(sizes: readonly number[]): readonly number[] {
  return sizes.slice(1).map((size, index) => size - (sizes[index] ?? 0))
}

function hasChanged(change: number): boolean {
  return change !== 0
}

function isChanging(values: readonly string[]): boolean {
  return new Set(values).size > 1
}

function stateOf(steps: Steps): string {
  return steps.map(({ files, bytes }) => `${count(files, 'file')} of ${count(bytes, 'byte')}`).join(', then ')
}
