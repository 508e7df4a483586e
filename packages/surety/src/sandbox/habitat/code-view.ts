import { existsSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { layOutMountPoint } from './scratch-layout.ts'
import { isUnder } from '../files/trees.ts'

/** All that a process sees of the machine besides the system's programs. */
export interface CodeView {
  /** Its working directory, absolute and real. */
  readonly folder: string
  /** Texts by the absolute paths at which it finds them. */
  readonly files: ReadonlyMap<string, string>
  /** Files and folders that it sees as they are, read-only. */
  readonly shown: readonly string[]
  /** Folders that it does not see, wherever they lie; real. */
  readonly hidden: readonly string[]
}

/** A folder of the machine, and what stands in its place. */
interface Cover {
  readonly path: string
  readonly source: string
}

export interface LaidOut {
  readonly covers: readonly Cover[]
  /** What is mounted into the covers before they are mounted themselves. */
  readonly shown: readonly { readonly path: string; readonly at: string }[]
  /** Files beside the covered folders. */
  readonly masked: readonly string[]
}

/** What programs are made of; /dev and /proc are made anew. */
const SYSTEM = /^(?:bin|sbin|usr|lib\w*|nix|dev|proc)$/

/** Makes in `scratch` what stands in the place of every folder of the machine that is not the system's. */
export function layOutView(scratch: string, { folder, files, shown, hidden }: CodeView): LaidOut {
  const entries = readdirSync('/', { withFileTypes: true }).filter(({ name }) => !SYSTEM.test(name))
  const top = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `/${name}`)
  const outside = hidden.filter((one) => !top.some((cover) => isUnder(one, cover)))
  const outermost = outside.filter((one) => !outside.some((other) => other !== one && isUnder(one, other)))
  const covers = [...top, ...new Set(outermost)].map((path, index) => ({
    path,
    source: join(scratch, `cover${index}`),
  }))
  for (const { source } of covers) mkdirSync(source)
  const placeOf = (path: string): string | undefined => {
    const cover = covers.find((one) => isUnder(path, one.path))
    return cover && join(cover.source, relative(cover.path, path))
  }

  const reals = new Set(shown.filter((path) => existsSync(path)).map((path) => realpathSync(path)))
  const mounted = [...reals].filter((one) => ![...reals].some((other) => other !== one && isUnder(one, other)))
  const points = mounted.flatMap((path) => {
    const at = placeOf(path)
    return at === undefined ? [] : [{ path, at }]
  })
  for (const { path, at } of points) {
    mkdirSync(dirname(at), { recursive: true })
    layOutMountPoint(path, at)
  }
  for (const path of shown) link(path, placeOf)
  for (const [path, text] of files) {
    const at = placeOf(path)
    if (at === undefined) throw new Error(`${path} lies among the system's programs: move the repository.`)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text, { flag: 'wx' })
  }
  const start = placeOf(folder)
  if (start !== undefined) mkdirSync(start, { recursive: true })
  return { covers, shown: points, masked: entries.filter((entry) => entry.isFile()).map(({ name }) => `/${name}`) }
}

/** Packages are often links: they are found under their names. */
function link(path: string, placeOf: (path: string) => string | undefined): void {
  if (!existsSync(path)) return
  const real = realpathSync(path)
  const at = placeOf(join(realpathSync(dirname(path)), basename(path)))
  if (at === undefined || existsSync(at) || real === path) return
  mkdirSync(dirname(at), { recursive: true })
  symlinkSync(real, at, statSync(real).isDirectory() ? 'dir' : 'file')
}
