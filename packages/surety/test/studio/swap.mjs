/** Swaps what a path in the repository names, without pause, until it is killed: a file of the repository and one from outside. */
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [root = '', outside = '', what = ''] = process.argv.slice(2)
const inside = (/** @type {string} */ name) => join(root, name)

/** @type {Readonly<Record<string, () => () => void>>} */
const SWAPS = {
  'file and link': () => () => {
    symlinkSync(join(outside, 'file'), inside('next'))
    renameSync(inside('next'), inside('file'))
    writeFileSync(inside('next'), 'inside')
    renameSync(inside('next'), inside('file'))
  },
  'folder and link': () => {
    mkdirSync(inside('real'), { recursive: true })
    writeFileSync(inside('real/file'), 'inside')
    symlinkSync(outside, inside('link'))
    return () => {
      renameSync(inside('real'), inside('folder'))
      renameSync(inside('folder'), inside('real'))
      renameSync(inside('link'), inside('folder'))
      renameSync(inside('folder'), inside('link'))
    }
  },
  'folder that others make, and link': () => () => {
    try {
      rmSync(inside('folder'), { recursive: true, force: true })
      symlinkSync(outside, inside('folder'))
      rmSync(inside('folder'), { recursive: true, force: true })
      mkdirSync(inside('folder'))
    } catch {
      // Somebody else was faster.
    }
  },
  'link and link': () => {
    writeFileSync(inside('kept'), 'inside')
    return () => {
      symlinkSync('kept', inside('next'))
      renameSync(inside('next'), inside('file'))
      symlinkSync(join(outside, 'file'), inside('next'))
      renameSync(inside('next'), inside('file'))
    }
  },
  'file and hard link': () => () => {
    rmSync(inside('file'), { force: true })
    linkSync(join(outside, 'file'), inside('file'))
    unlinkSync(inside('file'))
    writeFileSync(inside('file'), 'inside')
  },
}

const swap = SWAPS[what]?.()
if (swap === undefined) throw new Error(`No such swap: ${what}`)
process.stdout.write('swapping\n')
for (;;) swap()
