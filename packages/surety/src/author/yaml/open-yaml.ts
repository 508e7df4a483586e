import type { Place, Problem } from '../contract-file.ts'
import type { Path } from './offset-of.ts'
import { parseYaml } from './parse-yaml.ts'
import { type Entry, type Say, type Source, entryOf } from './reader.ts'

/** A file being read; what is wrong with it gathers in `problems`. */
export interface OpenedYaml {
  readonly source: Source
  /** Undefined where its text is so broken that nothing can be read. */
  readonly entry: Entry | undefined
  readonly say: Say
  readonly problems: readonly Problem[]
  readonly locate: (path: Path) => Place
}

const MAX_PROBLEMS = 100

export function openYaml(text: string, source: Source): OpenedYaml {
  const { file } = source
  const { value, faults, locate } = parseYaml(text)
  const problems: Problem[] = faults.map((fault) => ({ file, ...fault }))
  const say: Say = (path, message, fix) => {
    // Nobody reads on, and to find the place takes time.
    if (problems.length >= MAX_PROBLEMS) return
    problems.push({ file, ...locate(path), message, ...(fix === undefined ? {} : { fix }) })
  }
  return { source, entry: value === undefined ? undefined : entryOf(value, source, say), say, problems, locate }
}

/** Data that is already read and has one place for all of it. */
export function openData(value: unknown, source: Source, place: Place): OpenedYaml {
  const { file } = source
  const problems: Problem[] = []
  const say: Say = (_, message, fix) => {
    problems.push({ file, ...place, message, ...(fix === undefined ? {} : { fix }) })
  }
  return { source, entry: entryOf(value, source, say), say, problems, locate: () => place }
}
