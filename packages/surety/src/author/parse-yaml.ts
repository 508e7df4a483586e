import type { Place } from './contract-file.ts'
import type { Path } from './offset-of.ts'
import { plainYaml } from './plain-yaml.ts'
import { wholeYaml } from './whole-yaml.ts'

/** What is wrong with a file's text, at its place. */
export interface Fault extends Place {
  readonly message: string
  readonly fix?: string
}

/** One YAML document as plain data, and where everything in it stands. */
export interface ParsedYaml {
  /** Undefined where the text is so broken that nothing can be said of its content. */
  readonly value: unknown
  readonly faults: readonly Fault[]
  readonly locate: (path: Path) => Place
}

/** Reads exactly one document of JSON-like data; never throws. */
export function parseYaml(text: string): ParsedYaml {
  return plainYaml(text) ?? wholeYaml(text)
}
