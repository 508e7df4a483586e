import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files of contracts by notation, sorted, as absolute paths. */
export interface ContractPaths {
  readonly yaml: readonly string[]
  readonly code: readonly string[]
}

const YAML = /\.ya?ml$/
const CODE = /\.contract\.(?:ts|mts|js|mjs)$/

/** Every contract in the folder and below; hidden folders and node_modules are not searched. A folder that is not there has none. */
export function findContracts(folder: string): ContractPaths {
  const files = filesBelow(folder, new Set()).toSorted()
  return { yaml: files.filter((file) => YAML.test(file)), code: files.filter((file) => CODE.test(file)) }
}

/** What links lead to twice is found once: `seen` has the real path of all that was. */
function filesBelow(folder: string, seen: Set<string>): readonly string[] {
  const names = (attempt(() => readdirSync(folder)) ?? []).toSorted()
  return names.flatMap((name) => {
    const path = join(folder, name)
    const real = attempt(() => realpathSync(path)) ?? path
    if (seen.has(real)) return []
    seen.add(real)
    if (attempt(() => statSync(path))?.isDirectory() !== true) return [path]
    return name.startsWith('.') || name === 'node_modules' ? [] : filesBelow(path, seen)
  })
}

/** Undefined where the file system refuses. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
