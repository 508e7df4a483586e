import { checkData } from './check-data.ts'
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.ts'
import { type Path, pathText } from './fault.ts'
import { firstOf } from './limits.ts'
import { type ReadConfiguration, readConfiguration } from './read-configuration.ts'
import { readText } from './read-text.ts'
import type { ToolConfiguration } from './table-config.ts'

/**
 * Loads a configuration from a file in YAML or JSON, or checks one that is an object. Throws ConfigurationError with all
 * problems.
 */
export async function loadConfiguration(
  /** The path of a file, or what such a file would hold. */
  source: string | object,
): Promise<ToolConfiguration> {
  const file = typeof source === 'string' ? source : undefined
  const { configuration, problems } = typeof source === 'string' ? await readFile(source) : readObject(source)
  if (configuration === undefined) throw new ConfigurationError(problems, file)
  return configuration
}

async function readFile(file: string): Promise<ReadConfiguration> {
  const { text, problem } = await readText(file)
  return text === undefined ? { problems: [problem] } : readConfiguration(text, file)
}

function readObject(source: object): ReadConfiguration {
  const { configuration, faults } = checkData(source)
  if (configuration !== undefined) return { configuration }
  const problems: readonly ConfigurationProblem[] = faults
    .map(({ path, message }) => ({ path, message, order: orderOf(source, path) }))
    .toSorted((one, other) => compareOrders(one.order, other.order))
    .map(({ path, message }) => ({ path: pathText(path), message }))
  return { problems: firstOf(problems, (message, next) => ({ ...next, message })) }
}

/** Where a path's value stands among its siblings, from the root down; what is not there comes with what is around it. */
function orderOf(root: unknown, path: Path): readonly number[] {
  const order: number[] = []
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return order
    order.push(typeof step === 'number' ? step : Object.keys(value).indexOf(step))
    value = Reflect.get(value, step)
  }
  return order
}

function compareOrders(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((position, depth) => position !== other[depth])
  if (index < 0) return one.length - other.length
  return (one[index] ?? 0) - (other[index] ?? -1)
}
