/** What is wrong with a configuration, and where. */
export interface ConfigurationProblem {
  readonly message: string
  /** `tables[0].fields[2].max`; empty for the configuration as a whole. */
  readonly path: string
  /** Absent where the configuration came as an object. */
  readonly file?: string
  /** Counted from 1, as is the column; absent where the file could not be read at all. */
  readonly line?: number
  readonly column?: number
}

/** A configuration that cannot be used. The message has one line for each problem. */
export class ConfigurationError extends Error {
  override readonly name: string = 'ConfigurationError'
  readonly file: string | undefined
  readonly problems: readonly ConfigurationProblem[]

  constructor(problems: readonly ConfigurationProblem[], file?: string) {
    super(problems.map(problemLine).join('\n'))
    this.file = file
    this.problems = problems
  }
}

/** `tables.yaml:3:12: message`, or `tables[0].toolId: message` where there is no file. @internal */
export function problemLine({ message, path, file, line, column }: ConfigurationProblem): string {
  const place = file === undefined ? [path] : [file, line, column]
  return [...place.filter((part) => part !== undefined && part !== ''), ` ${message}`].join(':').trimStart()
}
