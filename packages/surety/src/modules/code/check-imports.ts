import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { allowedPath } from '../../repository-path.ts'
import { diagnostic } from '../diagnostic.ts'
import type { Diagnostic, SourceFile } from '../module.ts'
import { type Import, importsIn } from './imports.ts'
import { findPackage, isInstalled, packageOf } from './packages.ts'

export interface CheckedImports {
  /** The packages that are asked for, as far as they are no part of Node. */
  readonly packages: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

interface ModuleCode {
  /** Relative to the root, with `/`. */
  readonly shown: string
  readonly root: string
  /** What code of the module can import. */
  readonly sources: readonly SourceFile[]
  /** Paths of its contracts. */
  readonly contracts: readonly string[]
}

/** What do contracts import, directly or by way of files of their module, and does any of it lead out of it? */
export function checkImports({ shown, root, sources, contracts }: ModuleCode): CheckedImports {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const reached = new Set(contracts)
  const packages = new Set<string>()
  const diagnostics: Diagnostic[] = []
  // Grows while it is walked.
  for (const path of reached) {
    for (const one of path.endsWith('.json') ? [] : importsIn(texts.get(path) ?? '')) {
      const why = whyRefused(one, path, root)
      const at = { file: `${shown}/${path}`, line: one.line, column: one.column }
      if (why !== undefined) diagnostics.push(diagnostic('PATH_REFUSED', at, ...why))
      const name = packageOf(one.specifier)
      if (name !== undefined && !isBuiltin(one.specifier)) packages.add(name)
      const found =
        why === undefined && isRelative(one.specifier) ? fileAt(target(path, one.specifier), texts) : undefined
      if (found !== undefined) reached.add(found)
    }
  }
  return { packages: [...packages].toSorted(), diagnostics }
}

function whyRefused(
  { specifier }: Import,
  path: string,
  root: string,
): readonly [message: string, fix: string] | undefined {
  if (/^(?:[/\\]|file:|[a-z]:[/\\])/i.test(specifier))
    return ['The import names a file by its whole path, which holds on one machine only.', INSIDE]
  if (isRelative(specifier)) {
    const leadsTo = target(path, specifier)
    if (leadsTo === '..' || leadsTo.startsWith('../')) return ['The import leads out of the module.', INSIDE]
    const isDenied = allowedPath(leadsTo.replace(/\/$/, '')) === undefined && leadsTo !== '.' && leadsTo !== './'
    return isDenied ? ['The import names a file whose name may mean secrets.', 'Give it another name.'] : undefined
  }
  const name = packageOf(specifier)
  const found = name === undefined || isBuiltin(specifier) || OWN.has(name) ? undefined : findPackage(name, root)
  if (found === undefined || isInstalled(found)) return undefined
  return [
    `The package ${found.name} is a link to a folder outside node_modules, so that nothing tells when it changes.`,
    'Install the package, or put what is needed of it into the module.',
  ]
}

const INSIDE = 'Put what it needs into a file of the module, and import that by a relative path.'

/** Surety brings its own where they are not installed. */
export const OWN: ReadonlySet<string> = new Set(['@surety/tool-contracts', 'zod'])

function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:[/\\]|$)/.test(specifier)
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier)
}

function target(path: string, specifier: string): string {
  const [plain = ''] = specifier.replaceAll('\\', '/').split(/[?#]/, 1)
  return posix.join(posix.dirname(path), decoded(plain))
}

function decoded(specifier: string): string {
  try {
    return decodeURIComponent(specifier)
  } catch {
    return specifier
  }
}

const ENDINGS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json']

/** As the loader finds it. */
function fileAt(path: string, texts: ReadonlyMap<string, string>): string | undefined {
  const stems = [path, path.replace(/\.([cm]?)js$/, '.$1ts'), posix.join(path, 'index')]
  return stems.flatMap((stem) => ENDINGS.map((ending) => stem + ending)).find((one) => texts.has(one))
}
