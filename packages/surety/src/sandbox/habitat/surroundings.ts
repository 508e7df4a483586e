import { type Dirent, mkdirSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { bytesOf, textOf } from '../system/file-name.ts'
import { isCovered } from './mount-plan.ts'
import { isUnder } from '../files/trees.ts'

/**
 * Makes the folders above a project anew in `root`, full of links to what they really hold, so that a copy finds
 * beside and above it what the project does. What leads back into the project leads into the copy, whose path it tells.
 */
export function layOutSurroundings(root: string, project: string, shown: readonly string[]): string {
  const copy = join(root, project)
  mkdirSync(copy, { recursive: true })
  for (let child = project; child !== '/'; child = dirname(child)) {
    const folder = dirname(child)
    // Of a folder that others share, no more is seen than a contained server would see.
    const entries = entriesOf(folder).filter(({ name }) => !isCovered(folder) || shown.includes(join(folder, name)))
    for (const entry of entries) if (entry.name !== basename(child)) linkTo(entry, folder, join(root, folder), copied)
  }
  return copy

  function copied(path: string): string | undefined {
    return inCopy(path, project, copy)
  }
}

/** Has the copy's links that lead into the project lead into the copy. Relative ones do. */
export function keepInside(links: readonly string[], project: string, copy: string): void {
  for (const link of links) {
    const target = textOf(readlinkSync(bytesOf(join(project, link)), 'buffer'))
    const inside = isAbsolute(target) ? inCopy(target, project, copy) : undefined
    if (inside === undefined) continue
    const place = bytesOf(join(copy, link))
    rmSync(place)
    symlinkSync(bytesOf(inside), place)
  }
}

type Copied = (path: string) => string | undefined

function linkTo(entry: Dirent, from: string, to: string, copied: Copied): void {
  const [source, target] = [join(from, entry.name), join(to, entry.name)]
  const inside = entry.isSymbolicLink() ? copied(source) : undefined
  if (inside !== undefined || !holdsPackages(entry) || !leadsBack(source, copied)) {
    return symlinkSync(inside ?? source, target)
  }
  mkdirSync(target)
  for (const inner of entriesOf(source)) linkTo(inner, source, target, copied)
}

/** A workspace's packages are links beside the others: does one of them lead into the project? */
function leadsBack(folder: string, copied: Copied): boolean {
  return entriesOf(folder).some((entry) => {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) return copied(path) !== undefined
    return holdsPackages(entry) && leadsBack(path, copied)
  })
}

function holdsPackages({ name }: Dirent): boolean {
  return name === 'node_modules' || name === '.bin' || name.startsWith('@')
}

/** Where in the copy a path leads, by its name or by its links; undefined if it leads elsewhere. */
function inCopy(path: string, project: string, copy: string): string | undefined {
  const named = isUnder(path, project) ? path : realPath(path)
  return isUnder(named, project) ? join(copy, relative(project, named)) : undefined
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
