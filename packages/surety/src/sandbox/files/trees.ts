import { join, relative } from 'node:path'
import type { Spot } from '../cell.ts'

/** A folder the server can write to: a version of its own, or where nothing contains it the real one. */
export interface Tree {
  /** `elsewhere`: whatever place the path it is known by has. */
  readonly place: Spot['place']
  /** What the server calls it. */
  readonly path: string
  /** What people call it. */
  readonly known: string
  /** What stood there before; undefined for a folder that began empty. */
  readonly real: string | undefined
  /** Where its writes land: an overlay's upper layer, or a copy of the whole folder. */
  readonly writes: string
  readonly layered: boolean
}

/** Where a path lies among the trees, the project first: a home inside the project is the project. */
export function spotOf(path: string, trees: readonly Tree[]): Spot {
  const tree = trees.find(({ place, path: root }) => place === 'project' && isUnder(path, root)) ?? treeOf(path, trees)
  if (tree === undefined) return { place: 'elsewhere', path }
  const inside = relative(tree.path, path)
  return { place: tree.place, path: tree.place === 'project' ? inside || '.' : join(tree.known, inside) }
}

/** The tree that holds a path, of trees listed innermost first. */
export function treeOf(path: string, trees: readonly Tree[]): Tree | undefined {
  return trees.find((tree) => isUnder(path, tree.path))
}

/** Whether what is written there is written to the real folder. */
export function isReal({ real, writes }: Tree): boolean {
  return writes === real
}

export function innermostFirst(trees: readonly Tree[]): readonly Tree[] {
  return trees.toSorted((a, b) => b.path.length - a.path.length)
}

export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
