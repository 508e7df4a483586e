import { canonicalJson } from '@surety/tool-contracts/tools'
import { type InstalledSet, sha256 } from './installed-set.ts'

/** The digest of all code that the contract of each tool may run, packages included, where it is written in code. */
export function codeOf({ modules }: InstalledSet): ReadonlyMap<string, string> {
  return new Map(
    modules.flatMap(({ tools, sources, packages }) => {
      const code = sources.filter(({ path }) => /\.(?:[cm]?[jt]s|json)$/.test(path))
      const digest = sha256(canonicalJson({ code: code.map((one) => [one.path, one.sha256]), packages }))
      return tools.flatMap(({ tool, file }) => (/\.[cm]?[jt]s$/.test(file) ? [[tool, digest] as const] : []))
    }),
  )
}
