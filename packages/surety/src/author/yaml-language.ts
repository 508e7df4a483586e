import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'

const load = createRequire(import.meta.url)

/** The library that knows all of YAML; it takes long to load, once, and plain files do without. */
export function yaml(): typeof Yaml {
  const library: typeof Yaml = load('yaml')
  return library
}
