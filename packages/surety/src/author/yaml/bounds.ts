import { realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

/** The folders that a file may lie in once links are resolved, as real paths: a link in a project must not make a file from elsewhere part of it. */
export type Bounds = readonly string[]

export const ANYWHERE: Bounds = ['/']

/** A project, and a folder beside it that its configuration names in so many words, not by a link. */
export function boundsOf(root: string, named: string = root): Bounds {
  const real = realOf(root) ?? root
  return [real, resolve(real, relative(root, named))]
}

/** A path on the command line: below the current folder it must not lead out of it; any other is meant as it is. */
export function boundsOfNamed(file: string, cwd: string): Bounds {
  return file.startsWith(cwd + sep) ? boundsOf(cwd) : ANYWHERE
}

export function isWithin(bounds: Bounds, real: string): boolean {
  return bounds.some((folder) => real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep))
}

/** The path without links; undefined where it leads nowhere. */
export function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
