// oxlint-disable-next-line no-restricted-imports -- the only way to load a library without waiting
import { createRequire } from 'node:module'
import type * as FastCheck from 'fast-check'

const load = createRequire(import.meta.url)
let loaded: typeof FastCheck | undefined

/** The library that makes values; it takes long to load, and tools with tests do without. */
export function fc(): typeof FastCheck {
  if (loaded === undefined) {
    const library: typeof FastCheck = load('fast-check')
    loaded = library
  }
  return loaded
}
