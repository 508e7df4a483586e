import { join } from 'node:path'
import { copyTree } from '../files/copy-tree.ts'
import type { Habitat } from './habitat.ts'

/** The habitat with a copy in place of a tree that the kernel refuses to layer. */
export async function withCopy(habitat: Habitat, index: number): Promise<Habitat> {
  const name = (part: string) => join(habitat.scratch, `${part}${index}`)
  await copyTree(name('lower'), name('tree'))
  const trees = habitat.trees.map((tree) =>
    tree.writes === name('upper') ? { ...tree, writes: name('tree'), layered: false } : tree,
  )
  return { ...habitat, trees }
}
