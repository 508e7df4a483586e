// oxlint-disable-next-line no-restricted-imports -- the only way to load a library without waiting
import { createRequire } from 'node:module'
import type * as FastCheck from 'fast-check'
import { once } from './once.ts'

const load = createRequire(import.meta.url)

/** The library that makes values; it takes long to load, and tools with tests do without. */
export const fc: () => typeof FastCheck = once((): typeof FastCheck => load('fast-check'))
