import { checkConfiguration } from './check-configuration.ts'
import { type Fault, type Path, pathText } from './fault.ts'
import { plainData } from './plain-data.ts'
import { ToolConfiguration } from './table-config.ts'

export type CheckedData =
  | { readonly configuration: ToolConfiguration; readonly faults: readonly [] }
  | { readonly configuration?: undefined; readonly faults: readonly Fault[] }

/** Data of any origin as a configuration, or all that is wrong with it, in no order. */
export function checkData(source: unknown): CheckedData {
  const { value, faults } = plainData(source)
  if (value === undefined) return { faults }
  const isLeftOut = coverage(faults)
  const found = checkConfiguration(value).filter(({ path }) => !isLeftOut(path))
  if (faults.length + found.length > 0) return { faults: [...faults, ...found] }
  return { configuration: ToolConfiguration.parse(value), faults: [] }
}

/** What is no data was left out of the copy: that it is missing there need not be said. */
function coverage(faults: readonly Fault[]): (path: Path) => boolean {
  const known = new Set(faults.map(({ path }) => pathText(path)))
  return (path) => known.size > 0 && path.some((_, index) => known.has(pathText(path.slice(0, index + 1))))
}
