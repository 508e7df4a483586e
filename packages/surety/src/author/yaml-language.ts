import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'

const load = createRequire(import.meta.url)
let loaded: typeof Yaml | undefined

/** The library that knows all of YAML; it takes long to load, and plain files do without. */
export function yaml(): typeof Yaml {
  if (loaded === undefined) {
    const library: typeof Yaml = load('yaml')
    loaded = library
  }
  return loaded
}
