import { posix } from 'node:path'
import { canonicalJson, sha256 } from '@surety/tool-contracts/tools'
import { satisfies } from 'semver'
import { allowedPath } from '../repository-path.ts'
import type { Bundle } from './bundle.ts'
import { isBundle } from './bundle-shape.ts'
import { type CompiledModule, digested } from './compiled-module.ts'
import { MANIFEST_FILE } from './manifest.ts'
import type { ModuleAnswer } from './module.ts'

const MAX_CHARACTERS = 64 * 1024 * 1024
const MAX_PATH = 1000

/** What a bundle's text holds. Strict: it must be what Surety writes for what it says, every digest must be true, and nothing that it needs may be missing. */
export function readBundle(text: string): ModuleAnswer<Bundle> {
  if (text.length > MAX_CHARACTERS) return refuse(`it has more than ${MAX_CHARACTERS} characters`)
  const bundle = parse(text)
  if (bundle === undefined) return refuse('it is not as `modules.bundle` writes it')
  const reason = faultIn(bundle)
  return reason === undefined ? { ok: true, value: bundle } : refuse(reason)
}

/** Undefined where it is not the canonical text of a bundle: what is nested too deep is none. */
function parse(text: string): Bundle | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isBundle(value) && canonicalJson(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

function faultIn({ ref, modules }: Bundle): string | undefined {
  const before = new Map<string, CompiledModule>()
  const tools = new Set<string>()
  for (const { sha256: stated, module } of modules) {
    if (before.has(module.ref)) return `${module.ref} is in it twice`
    if (digested(module).sha256 !== stated) return `the digest of ${module.ref} is not that of its content`
    const reason = sourceFault(module) ?? dependencyFault(module, before)
    if (reason !== undefined) return reason
    const twice = module.tools.find(({ tool }) => tools.has(tool))
    if (twice !== undefined) return `two of its modules have the tool '${twice.tool}'`
    for (const { tool } of module.tools) tools.add(tool)
    before.set(module.ref, module)
  }
  return modules.at(-1)?.module.ref === ref ? undefined : `its last module is not ${ref}`
}

function sourceFault({ ref, sources, tools }: CompiledModule): string | undefined {
  const paths = sources.map(({ path }) => path)
  const all = new Set(paths)
  if (!paths.every((path) => isInside(path) && !foldersOf(path).some((folder) => all.has(folder))))
    return `a file of ${ref} has a path that is not allowed`
  if (paths.some((path, index) => index > 0 && path <= (paths[index - 1] ?? '')))
    return `the files of ${ref} are not in order, or one is there twice`
  if (sources.some((source) => sha256(source.text) !== source.sha256))
    return `the digest of a file of ${ref} is not that of its content`
  const named = [MANIFEST_FILE, ...tools.map(({ file }) => file)]
  return named.every((path) => all.has(path)) ? undefined : `a file of ${ref} is missing`
}

/** The folders that the path leads through. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

function dependencyFault(
  { ref, dependsOn }: CompiledModule,
  before: ReadonlyMap<string, CompiledModule>,
): string | undefined {
  const missing = dependsOn.find((one) => !satisfies(before.get(one.ref)?.semver ?? '', one.range))
  return missing === undefined ? undefined : `${ref} needs ${missing.ref}@${missing.range}, which is not in it before`
}

/** Does the path lead to a file in the module's folder that may be read, on every system? */
function isInside(path: string): boolean {
  const isPlain =
    path.length <= MAX_PATH &&
    posix.normalize(path) === path &&
    !posix.isAbsolute(path) &&
    !/[\\:\0]|^\.$|\/$/.test(path)
  return isPlain && allowedPath(path) !== undefined
}

function refuse(reason: string): ModuleAnswer<never> {
  const message = `The bundle cannot be used: ${reason}. Make it again with \`modules.bundle\`.`
  return { ok: false, error: { code: 'MODULE_INVALID', message } }
}
