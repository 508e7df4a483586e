import { invalidRefs } from './find-module.ts'
import type { Workspace } from './module.ts'

export interface ListRequest {
  /** A part of the ref. */
  readonly filter?: string | undefined
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface ListedModule {
  readonly ref: string
  /** Empty where module.yaml cannot be used. */
  readonly semver: string
  /** How many. */
  readonly tools: number
  readonly status: 'valid' | 'invalid'
}

export interface ModulePage {
  readonly modules: readonly ListedModule[]
  readonly nextCursor?: string
}

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

/** Which modules are there? A page goes on behind its cursor, whatever was added or removed meanwhile. */
export function listModules(workspace: Workspace, { filter = '', cursor = '', limit }: ListRequest = {}): ModulePage {
  const size = Math.min(Math.max(1, Math.floor(limit ?? DEFAULT_LIMIT)), MAX_LIMIT)
  const invalid = invalidRefs(workspace)
  const rest = workspace.modules.filter(({ ref }) => ref > cursor && ref.includes(filter))
  const page = rest.slice(0, size)
  const last = page.at(-1)
  return {
    modules: page.map(({ ref, manifest, tools }) => ({
      ref,
      semver: manifest?.semver ?? '',
      tools: tools.length,
      status: invalid.has(ref) ? 'invalid' : 'valid',
    })),
    ...(rest.length > size && last !== undefined && { nextCursor: last.ref }),
  }
}
