import { utf8Length } from '@surety/tool-contracts/tools'
import { checkData } from './check-data.ts'
import type { ConfigurationProblem } from './configuration-error.ts'
import { pathText } from './fault.ts'
import { MAX_BYTES, firstOf, tooLarge } from './limits.ts'
import type { ToolConfiguration } from './table-config.ts'
import { parseText } from './text/parse-text.ts'

/** A configuration, or why there is none: all problems, in order of their places. */
export type ReadConfiguration =
  | { readonly configuration: ToolConfiguration; readonly problems?: undefined }
  | { readonly configuration?: undefined; readonly problems: readonly ConfigurationProblem[] }

/** Reads a configuration in YAML or JSON; `file` is what problems call it. Never throws. */
export function readConfiguration(text: string, file: string): ReadConfiguration {
  const size = utf8Length(text)
  if (size > MAX_BYTES) return { problems: [{ message: tooLarge(size), path: '', file, line: 1, column: 1 }] }

  const { value, faults, offsetOf, placeAt } = parseText(text.replace(/^\uFEFF/, ''))
  const data = value === undefined ? { faults: [] } : checkData(value)
  if (faults.length === 0 && data.configuration !== undefined) return { configuration: data.configuration }

  const blamed = new Set(faults.map(({ offset }) => offset))
  const further = data.faults
    .map((fault) => ({ ...fault, offset: offsetOf(fault) }))
    // Of a number that cannot be read nothing else need be said.
    .filter(({ part, offset }) => part === 'key' || !blamed.has(offset))
  const found = [...faults, ...further].toSorted((one, other) => one.offset - other.offset)
  const told = firstOf(found, (message, { offset }) => ({ message, offset, path: [] }))
  return {
    problems: told.map(({ offset, path, message }) => ({ message, path: pathText(path), file, ...placeAt(offset) })),
  }
}
